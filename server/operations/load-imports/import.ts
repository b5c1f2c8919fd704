import { sumWeights } from '#common/feeding/plan.ts';
import { type LoadImportBody, type LoadImported, MAX_NAMED } from '#contract/operations/load-imports.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { partOf, type Work } from '#server/platform/runtime/work.ts';
import { findEarlyLoads } from './early-loads.ts';
import { judgeLoads } from './judge.ts';
import { matchPlanned, recordPlanned } from './planned.ts';
import { addRations, findNewRations } from './rations.ts';
import { type Load, readLoads, type Weighing } from './read.ts';
import { createRefusals } from './refusals.ts';
import { rememberLoads, writeLoads } from './write.ts';

/** Reads, judges and writes loads in one transaction. A dry run stops before the first write. */
export async function importLoads(context: ClientContext, body: LoadImportBody, work: Work): Promise<LoadImported> {
  return context.write(async (tx) => {
    const refusals = createRefusals();
    const read = body.dry_run ? 0.8 : 0.15;
    const { loads, unknown } = await readLoads(tx, context, body, refusals, partOf(work, 0, read));
    const whole = loads.filter(({ items }) => items.length > 0);
    await matchPlanned(tx, context.client, whole, refusals);
    const judged = await judgeLoads(tx, context, body.source, whole, refusals);
    const { same, implausible, farOff } = judged;
    if (!body.dry_run) refusals.demandNone();
    const isAccepted = ({ rows }: Load) => !rows.some(refusals.isRefused);
    const planned = judged.fresh.filter((load) => load.planned !== 0 && isAccepted(load));
    await recordPlanned(tx, context, planned, { refusals, isDry: body.dry_run });
    if (!body.dry_run) refusals.demandNone();
    const fresh = judged.fresh.filter(isAccepted);
    const own = fresh.filter((load) => load.planned === 0);
    const missing = await findNewRations(tx, context, own);
    const early = body.dry_run ? await findEarlyLoads(tx, context.client, fresh) : [];
    if (!body.dry_run) {
      await rememberPlanned(tx, context.client, body.source, planned);
      await addRations(tx, context, missing);
      if (own.length > 0) await writeLoads(tx, context, body.source, own, implausible, partOf(work, read, 1));
    }
    const days = fresh.map(({ day }) => day).toSorted();
    const weights = (list: readonly Weighing[]) => sumWeights(list.map(({ actual }) => actual));
    const listed = (names: ReadonlyMap<string, number>) => [...names].map(([name, rows]) => ({ name, rows }));
    return {
      created: fresh.length,
      planned: fresh.length - own.length,
      same,
      wrong: refusals.count(),
      weighings: fresh.reduce((sum, { items, groups }) => sum + items.length + groups.length, 0),
      not_unloaded: fresh.filter(({ groups }) => groups.length === 0).length,
      implausible: fresh.filter((load) => isWaiting(load, implausible)).length,
      loaded: weights(fresh.flatMap(({ items }) => items)),
      fed: weights(fresh.flatMap(({ groups }) => groups)),
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      rations: missing.map(([load]) => (load as Load).rationName),
      unknown: { ingredients: listed(unknown.ingredients), mixers: listed(unknown.mixers), groups: listed(unknown.groups) },
      far_off: farOff.length,
      unusual: farOff.slice(0, MAX_NAMED).map(({ row, target, actual }) => ({ row, target, actual })),
      early: early.length,
      early_loads: early.slice(0, MAX_NAMED),
      errors: refusals.errors,
    };
  });
}

const rememberPlanned = (tx: Tx, client: number, source: string, loads: readonly Load[]) =>
  rememberLoads(
    tx,
    client,
    source,
    loads.map((load) => ({ id: load.planned, load })),
  );

const isWaiting = ({ items, groups }: Load, implausible: ReadonlySet<string>) =>
  [...items, ...groups].some(({ row }) => implausible.has(row));
