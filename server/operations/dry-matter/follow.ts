import { sql } from 'kysely';
import type { PlanChange } from '#contract/operations/dry-matter.ts';
import type { Tx } from '#server/db/database.ts';
import { followDryMatter } from '#server/operations/rations/follow-dry-matter.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { authorOf, recordMany } from '#server/platform/resource/history.ts';
import type { Change } from '#server/platform/resource/table.ts';
import { notify } from '#server/platform/runtime/events.ts';

/**
 * Gives feeds the dry matter of their measurements, with a history row per change, and plans waiting feedings again: once for each feed,
 * by its last figure. The measurement of that figure keeps what moved (`found.changes`).
 */
export async function followMeasurements(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  for (const { found } of changes) found.changes = [];
  const used = changes.filter(({ columns }) => columns.used !== null);
  if (used.length === 0) return;
  const changing = used.filter(({ found }) => found.changed);
  const names = await setFigures(tx, context.client, used, changing);
  if (changing.length === 0) return;
  await recordMany(
    tx,
    authorOf(context),
    changing.map(({ columns }) => ({
      resource: 'ingredients' as const,
      id: columns.ingredient_id as number,
      farm: columns.farm_id as number,
      name: names.get(columns.ingredient_id as number) ?? '',
      before: { dry_matter: columns.previous },
      after: { dry_matter: columns.used },
    })),
  );
  const last = new Map(changing.map((change) => [change.columns.ingredient_id as number, change]));
  await notify(tx, context.client, 'ingredients', [...last.keys()]);
  const waiting = await findWaiting(tx, context, [...last.keys()]);
  const now = context.services.now();
  await followDryMatter(
    tx,
    context.client,
    [...last.keys()].filter((feed) => !waiting.has(feed)),
    now,
  );
  for (const [feed, change] of last) {
    if (!waiting.has(feed)) continue;
    const before = await waitingItems(tx, context, feed);
    const replanned = await followDryMatter(tx, context.client, [feed], now);
    if (replanned.length === 0) continue;
    change.found.changes = findPlanChanges(before, await waitingItems(tx, context, feed));
    await keepMoved(tx, context, change.id, replanned.length, change.found.changes);
  }
}

/** Writes the last figure and day of each feed. Its version rises with each change. Returns the names of the feeds. */
async function setFigures(tx: Tx, client: number, used: readonly Change[], changing: readonly Change[]): Promise<Map<number, string>> {
  const last = new Map(used.map(({ columns }) => [columns.ingredient_id as number, columns]));
  const changed = new Map<number, number>();
  for (const { columns } of changing) {
    const feed = columns.ingredient_id as number;
    changed.set(feed, (changed.get(feed) ?? 0) + 1);
  }
  const feeds = [...last].map(([id, { used: dry_matter, day }]) => ({ id, dry_matter, day, changed: changed.get(id) ?? 0 }));
  const { rows } = await sql<{ id: number; name: string }>`
    update ingredient i set dry_matter = x.dry_matter, dry_matter_on = x.day, version = i.version + x.changed
    from jsonb_to_recordset(${JSON.stringify(feeds)}::jsonb) as x (id bigint, dry_matter numeric, day date, changed integer)
    where i.client_id = ${client} and i.id = x.id
    returning i.id, i.name`.execute(tx);
  await keepFormerDays(tx, client, used);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Stores the days of figures that newer rows of the list replaced. The feed's trigger stores the day before all of them. */
async function keepFormerDays(tx: Tx, client: number, used: readonly Change[]): Promise<void> {
  const [feeds, days] = [used.map(({ columns }) => columns.ingredient_id), used.map(({ columns }) => columns.day)];
  await sql`
    insert into former_dry_matter_day (client_id, ingredient_id, day)
    select distinct i.client_id, i.id, x.day from unnest(${feeds}::bigint[], ${days}::date[]) x (feed, day)
    join ingredient i on i.client_id = ${client} and i.id = x.feed and i.dry_matter_on > x.day
    on conflict do nothing`.execute(tx);
}

/** First day whose feedings may still wait. */
const firstDay = (context: ClientContext) => new Date(context.services.now().getTime() - 86_400_000).toISOString().slice(0, 10);

/** Waiting feedings whose ration fixes the dry matter of these feeds, or is made up with water. */
async function findWaiting(tx: Tx, context: ClientContext, feeds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.ingredient_id as id from ration_item p join ration r on r.client_id = p.client_id and r.id = p.ration_id
    where p.client_id = ${context.client} and p.ingredient_id = any(${feeds}) and (p.hold = 'dry' or r.water_id is not null)
      and exists (
        select from schedule s where s.client_id = p.client_id and s.ration_id = p.ration_id and s.status = 'waited' and not s.deleted
          and s.planned_on >= ${firstDay(context)})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

interface Planned {
  schedule: number;
  planned_on: string;
  ration_name: string;
  ingredient: number;
  kg: number;
}

/** Waiting loads of rations that fix the dry matter of the feed, or that are made up with water. */
async function waitingItems(tx: Tx, context: ClientContext, ingredient: number): Promise<Planned[]> {
  const since = firstDay(context);
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

/** Keeps what a measurement moved: feedings, the kilograms of changed lines, and the money of the difference. */
async function keepMoved(tx: Tx, { client }: ClientContext, id: number, replanned: number, changes: readonly PlanChange[]): Promise<void> {
  const column = (name: 'ingredient' | 'was' | 'is') => changes.map((change) => change[name]);
  await sql`
    with moved as (
      select coalesce(sum(c.was), 0) as was, coalesce(sum(c."is"), 0) as "is", coalesce(sum((c."is" - c.was) * i.price), 0) as cost
      from unnest(${column('ingredient')}::bigint[], ${column('was')}::numeric[], ${column('is')}::numeric[]) c (ingredient, was, "is")
      join ingredient i on i.client_id = ${client} and i.id = c.ingredient
    )
    update measurement m set replanned = ${replanned}, load_before = moved.was, load_after = moved."is", cost_moved = moved.cost
    from moved where m.client_id = ${client} and m.id = ${id}`.execute(tx);
}

function findPlanChanges(before: readonly Planned[], after: readonly Planned[]): PlanChange[] {
  const toKey = ({ schedule, ingredient }: Planned) => `${schedule} ${ingredient}`;
  const was = new Map(before.map((item) => [toKey(item), item.kg]));
  const there = new Set(after.map(toKey));
  // A load that isn't needed any more, or a feed that nothing of is loaded.
  const gone = before.filter((item) => !there.has(toKey(item))).map(({ kg, ...item }) => ({ ...item, was: kg, is: 0 }));
  const changed = after.flatMap(({ kg: is, ...item }) => {
    const kg = was.get(toKey({ kg: is, ...item })) ?? 0;
    return kg === is ? [] : [{ ...item, was: kg, is }];
  });
  return [...changed, ...gone];
}
