import { sql } from 'kysely';
import type { PlanChange } from '#contract/operations/dry-matter.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { unlessDry } from '#server/platform/dry-run.ts';
import { create, find } from '#server/platform/resource/crud.ts';
import { type AnyRow, anyTable, type Input } from '#server/platform/resource/table.ts';
import { dryMatterTable, percentOf } from './table.ts';

/** Adds a measurement; `dryRun`: only tells what it would change. `once`: the same again changes nothing. */
export const measure = (context: ClientContext, input: Input, dryRun: boolean, once = false): Promise<AnyRow> =>
  unlessDry(dryRun, context.write, async (tx) => {
    const inside: ClientContext = { ...context, db: tx, write: (work) => work(tx) };
    const known = once ? await sameMeasurement(tx, inside, input) : undefined;
    if (known) return { ...known, changes: [] };
    const before = await waitingItems(tx, context, input.ingredient as number);
    const row = await create(inside, anyTable(dryMatterTable), input);
    const after = row.replanned > 0 ? await waitingItems(tx, context, input.ingredient as number) : before;
    const changes = changesOf(before, after);
    return { ...row, ...(await keepMoved(tx, context, row.id, changes)), changes };
  });

/** The measurement that says the same of the same moment. Those of a feed wait for each other. */
async function sameMeasurement(tx: Tx, context: ClientContext, input: Input): Promise<AnyRow | undefined> {
  await sql`select from ingredient where client_id = ${context.client} and id = ${input.ingredient} for no key update`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select id from measurement
    where client_id = ${context.client} and ingredient_id = ${input.ingredient} and measured_at = ${input.measured_at}
      and method = ${input.method} and percent = ${percentOf(input)}`.execute(tx);
  return rows[0] && find(tx, anyTable(dryMatterTable), context, rows[0].id);
}

interface Planned {
  schedule: number;
  planned_on: string;
  ration_name: string;
  ingredient: number;
  kg: number;
}

/** What waits to be loaded by rations that hold the dry matter of the feed, or make one up with water. */
async function waitingItems(tx: Tx, context: ClientContext, ingredient: number): Promise<Planned[]> {
  const since = new Date(context.services.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  const { rows } = await sql<Planned>`
    select s.id as schedule, s.planned_on, r.name as ration_name, f.ingredient_id as ingredient, f.weight_plan as kg
    from schedule s join ration r on r.client_id = s.client_id and r.id = s.ration_id
    join schedule_ingredient f on f.client_id = s.client_id and f.schedule_id = s.id and f.planned_on = s.planned_on
    where s.client_id = ${context.client} and s.status = 'waited' and not s.deleted and s.planned_on >= ${since} and f.planned_on >= ${since}
      and s.ration_id in (
        select p.ration_id from ration_item p join ration q on q.client_id = p.client_id and q.id = p.ration_id
        where p.client_id = ${context.client} and p.ingredient_id = ${ingredient} and (p.hold = 'dry' or q.water_id is not null))
    order by s.planned_on, s.position, s.id, f.position`.execute(tx);
  return rows;
}

/** Keeps what the measurement moved: the kilograms of what changed, and the money of the difference. */
async function keepMoved(tx: Tx, { client }: ClientContext, id: number, changes: readonly PlanChange[]): Promise<AnyRow> {
  const column = (name: 'ingredient' | 'was' | 'is') => changes.map((change) => change[name]);
  const { rows } = await sql<AnyRow>`
    with moved as (
      select coalesce(sum(c.was), 0) as was, coalesce(sum(c."is"), 0) as "is", coalesce(sum((c."is" - c.was) * i.price), 0) as cost
      from unnest(${column('ingredient')}::bigint[], ${column('was')}::numeric[], ${column('is')}::numeric[]) c (ingredient, was, "is")
      join ingredient i on i.client_id = ${client} and i.id = c.ingredient
    )
    update measurement m set load_before = moved.was, load_after = moved."is", cost_moved = moved.cost
    from moved where m.client_id = ${client} and m.id = ${id}
    returning m.load_before, m.load_after, m.cost_moved`.execute(tx);
  return rows[0] ?? {};
}

function changesOf(before: readonly Planned[], after: readonly Planned[]): PlanChange[] {
  const keyOf = ({ schedule, ingredient }: Planned) => `${schedule} ${ingredient}`;
  const was = new Map(before.map((item) => [keyOf(item), item.kg]));
  const there = new Set(after.map(keyOf));
  // A load that isn't needed any more, or a feed that nothing of is loaded.
  const gone = before.filter((item) => !there.has(keyOf(item))).map(({ kg, ...item }) => ({ ...item, was: kg, is: 0 }));
  const changed = after.flatMap(({ kg: is, ...item }) => {
    const kg = was.get(keyOf({ kg: is, ...item })) ?? 0;
    return kg === is ? [] : [{ ...item, was: kg, is }];
  });
  return [...changed, ...gone];
}
