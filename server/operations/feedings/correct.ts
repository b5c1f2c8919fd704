import type { Correction, ScheduleRow } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { demandVersion } from '#server/platform/resource/crud.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import { anyImplausible, followSchedule, repostLoad, weightOf, writeGroupFacts, writeItemFacts, writeRecord } from './facts.ts';
import { weighItems } from './loaded-packs.ts';
import { type Known, mergeReport } from './news.ts';
import { demandRoom, loading, unloading } from './plausible.ts';
import { lockFeeding, recordAndNotify } from './report.ts';
import { hasLoaded } from './status.ts';

type Item = ScheduleRow['items'][number];
type Group = ScheduleRow['groups'][number];
/** A weighing that a person has confirmed or corrected. */
type Answered<T> = T & { weight_fact: number; implausible: false };

/**
 * Corrects single weighings and confirms implausible ones; the person gives a weight and a reason. When the last weighing of a load is
 * confirmed, the load is taken out of stock at the time and prices of its own end.
 */
export async function correct(context: ClientContext, id: number, body: Correction): Promise<ScheduleRow> {
  if (body.items.length + body.groups.length === 0) throw invalid('items', 'required');
  return context.write(async (tx) => {
    const before = await lockFeeding(tx, context, id);
    const recorded = {
      items: new Map(before.items.map((item) => [item.ingredient, item])),
      groups: new Map(before.groups.map((group) => [group.group, group])),
    };
    const weighed = await weighItems(tx, context.client, before, body.items);
    const items = answered(recorded.items, mergeReport(recorded.items, weighed, 'ingredient', 'items'));
    const groups = answered(recorded.groups, mergeReport(recorded.groups, body.groups, 'group', 'groups'));
    if (items.size + groups.size === 0) return before;
    demandVersion(before, body);
    await demandOpenMonth(tx, context.client, before.farm, before.planned_on);
    // A part that wasn't weighed is recorded, not corrected.
    const isWeighed = [...items.keys()].every((key) => recorded.items.get(key)?.weight_fact !== null);
    const isGiven = [...groups.keys()].every((key) => recorded.groups.get(key)?.weight_fact !== null);
    if (!isWeighed || !isGiven) throw conflict('illegal_status', { values: [before.status] }, 'status');
    demandRoom(
      loading(before),
      recorded.items,
      items,
      body.items.map((item) => item.ingredient),
    );
    demandRoom(
      unloading(before),
      recorded.groups,
      groups,
      body.groups.map((group) => group.group),
    );
    await write(tx, context, before, items, groups, body.reason);
    return recordAndNotify(tx, context, before, body.reason);
  });
}

/** The weighings that change: another weight or other packs, or an implausible one that is confirmed. */
function answered<T extends Known>(parts: ReadonlyMap<number, T>, reported: ReadonlyMap<number, Known>): Map<number, Answered<T>> {
  const changed = [...parts].filter(([id, part]) => {
    const word = reported.get(id);
    return word && (word.weight_fact !== part.weight_fact || word.packs !== part.packs || part.implausible);
  });
  return new Map(
    changed.map(([id, part]) => {
      const { weight_fact, pack, packs, pack_kg } = reported.get(id) ?? part;
      // Groups have no packs.
      const packed = packs === undefined ? {} : { pack, packs, pack_kg };
      return [id, { ...part, ...packed, weight_fact: weight_fact ?? 0, implausible: false }];
    }),
  );
}

async function write(
  tx: Tx,
  context: ClientContext,
  before: ScheduleRow,
  items: ReadonlyMap<number, Answered<Item>>,
  groups: ReadonlyMap<number, Answered<Group>>,
  reason: string,
): Promise<void> {
  const { client } = context;
  const itemsAfter = before.items.map((item) => items.get(item.ingredient) ?? item);
  const groupsAfter = before.groups.map((group) => groups.get(group.group) ?? group);
  const implausible = anyImplausible([...itemsAfter, ...groupsAfter]);
  // Stock before facts, in the same order as loading does it.
  if (hasLoaded(before.status) && !anyImplausible(itemsAfter)) {
    const due = anyImplausible(before.items) ? itemsAfter : [...items.values()];
    const facts = due.map((item) => ({ ...item, weight_fact: item.weight_fact ?? 0 }));
    await repostLoad(tx, authorOf(context), before, facts, endOfLoad(before), reason);
  }
  await writeItemFacts(tx, client, before, [...items.values()]);
  await writeGroupFacts(tx, client, before, [...groups.values()]);
  await writeRecord(tx, client, before.id, {
    status: before.status,
    implausible,
    ...(hasLoaded(before.status) ? { weight_fact: weightOf(itemsAfter) } : {}),
    ...(before.status === 'uploaded' ? { weight_unloaded: implausible ? null : weightOf(groupsAfter) } : {}),
  });
  await followSchedule(tx, client, before);
}

const endOfLoad = ({ started_at, seconds }: ScheduleRow): string =>
  new Date(Date.parse(started_at ?? '') + (seconds ?? 0) * 1000).toISOString();
