import { sumWeights } from '#common/feeding/plan.ts';
import { type LoadImportBody, type LoadImported, MAX_NAMED } from '#contract/operations/load-imports.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { partOf, type Work } from '#server/platform/runtime/work.ts';
import { findEarlyLoads } from './early-loads.ts';
import { judgeLoads } from './judge.ts';
import { addRations, findNewRations } from './rations.ts';
import { createRefusals, type Load, readLoads, type Weighing } from './read.ts';
import { writeLoads } from './write.ts';

/** Reads, judges and writes loads in one transaction. A dry run stops before the first write. */
export async function importLoads(context: ClientContext, body: LoadImportBody, work: Work): Promise<LoadImported> {
  return context.write(async (tx) => {
    const refusals = createRefusals();
    const read = body.dry_run ? 0.8 : 0.15;
    const { loads, unknown } = await readLoads(tx, context, body, refusals, partOf(work, 0, read));
    const whole = loads.filter(({ items }) => items.length > 0);
    const judged = await judgeLoads(tx, context, body.source, whole, refusals);
    const { same, implausible, farOff } = judged;
    if (!body.dry_run) refusals.demandNone();
    const fresh = judged.fresh.filter(({ rows }) => !rows.some(refusals.isRefused));
    const missing = await findNewRations(tx, context, fresh);
    const early = body.dry_run ? await findEarlyLoads(tx, context.client, fresh) : [];
    if (!body.dry_run && fresh.length > 0) {
      await addRations(tx, context, missing);
      await writeLoads(tx, context, body.source, fresh, implausible, partOf(work, read, 1));
    }
    const days = fresh.map(({ day }) => day).toSorted();
    const weights = (list: readonly Weighing[]) => sumWeights(list.map(({ actual }) => actual));
    const listed = (names: ReadonlyMap<string, number>) => [...names].map(([name, rows]) => ({ name, rows }));
    return {
      created: fresh.length,
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

const isWaiting = ({ items, groups }: Load, implausible: ReadonlySet<string>) =>
  [...items, ...groups].some(({ row }) => implausible.has(row));
