import { sql } from 'kysely';
import { z } from 'zod';
import { DryMatterAnswer, dryMatter, type PlanChange } from '#contract/operations/dry-matter.ts';
import { Flag, one } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { create } from '#server/platform/resource/crud.ts';
import { type AnyRow, anyTable, type Input } from '#server/platform/resource/table.ts';
import { dryMatterTable } from './table.ts';

/** Thrown to take back what was only tried. */
class Tried extends Error {
  readonly result: AnyRow;
  constructor(result: AnyRow) {
    super('tried');
    this.result = result;
  }
}

export const dryMatterEndpoints: Endpoint[] = [
  endpoint({
    scope: 'client',
    method: 'post',
    path: `/${dryMatter.path}`,
    summary: 'Add a measurement of dry matter, and plan what waits anew; or tell what that would change',
    need: needsOf(dryMatter, 'add'),
    query: z.object({ dry_run: Flag.optional() }),
    body: dryMatter.create,
    status: 201,
    response: one(DryMatterAnswer),
    handle: async (context, { body, query }) => ({ data: (await measure(context, body, query.dry_run ?? false)) as DryMatterAnswer }),
  }),
];

async function measure(context: ClientContext, input: Input, dryRun: boolean): Promise<AnyRow> {
  try {
    return await context.write(async (tx) => {
      const inside: ClientContext = { ...context, db: tx, write: (work) => work(tx) };
      const before = await waitingItems(tx, context, input.ingredient as number);
      const row = await create(inside, anyTable(dryMatterTable), input);
      const after = row.replanned > 0 ? await waitingItems(tx, context, input.ingredient as number) : before;
      const result = { ...row, changes: changesOf(before, after) };
      if (dryRun) throw new Tried(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Tried) return error.result;
    throw error;
  }
}

interface Planned {
  schedule: number;
  ingredient: number;
  kg: number;
}

/** What waits to be loaded by rations that hold the dry matter of the feed. */
async function waitingItems(tx: Tx, context: ClientContext, ingredient: number): Promise<Planned[]> {
  const since = new Date(context.services.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  const { rows } = await sql<Planned>`
    select s.id as schedule, f.ingredient_id as ingredient, f.weight_plan as kg
    from schedule s join schedule_ingredient f on f.client_id = s.client_id and f.schedule_id = s.id and f.planned_on = s.planned_on
    where s.client_id = ${context.client} and s.status = 'waited' and not s.deleted and s.planned_on >= ${since} and f.planned_on >= ${since}
      and s.ration_id in (select ration_id from ration_item where client_id = ${context.client} and ingredient_id = ${ingredient} and hold = 'dry')
    order by s.planned_on, s.position, s.id, f.position`.execute(tx);
  return rows;
}

function changesOf(before: readonly Planned[], after: readonly Planned[]): PlanChange[] {
  const keyOf = ({ schedule, ingredient }: Planned) => `${schedule} ${ingredient}`;
  const was = new Map(before.map((item) => [keyOf(item), item.kg]));
  return after.flatMap((item) => {
    const kg = was.get(keyOf(item)) ?? 0;
    return kg === item.kg ? [] : [{ schedule: item.schedule, ingredient: item.ingredient, was: kg, is: item.kg }];
  });
}
