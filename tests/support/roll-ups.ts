import { sql } from 'kysely';
import { LEFTOVER_DAYS } from '#contract/operations/leftovers.ts';
import type { Db } from '#server/db/database.ts';
import { rebuildDays } from '#server/reports/sql/rebuild-days.ts';

const FED =
  'sum(weight_plan), sum(weight_fact), sum(weight_fact * price), count(*) from schedule_ingredient where counted group by 1, 2, 3, 4';
const PRICED = `from noted_day n where price is not null and not exists (select from feeding_day_due d where d.client_id = n.client_id and d.day <= n.day)`;
const MOVED = `l.farm_id, coalesce(o.kind, l.kind), sum(l.kg), sum(l.value), count(*)
  from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id group by 1, 2, 3, 4, 5`;
/** Each roll-up with the query of its facts. A row of zeros may remain after its facts are gone. */
const ROLL_UPS = {
  feed_day: [
    `select client_id, ingredient_id, planned_on, farm_id, ${FED}`,
    'select client_id, ingredient_id, day, farm_id, plan_kg, fact_kg, cost, facts from feed_day where (plan_kg, fact_kg, cost, facts) <> (0, 0, 0, 0)',
  ],
  feed_month: [
    `select client_id, ingredient_id, date_trunc('month', planned_on::timestamp)::date, farm_id, ${FED}`,
    'select client_id, ingredient_id, month, farm_id, plan_kg, fact_kg, cost, facts from feed_month where (plan_kg, fact_kg, cost, facts) <> (0, 0, 0, 0)',
  ],
  stock_day: [
    `select l.client_id, l.ingredient_id, l.day, ${MOVED}`,
    'select client_id, ingredient_id, day, farm_id, kind, kg, value, moves from stock_day',
  ],
  stock_month: [
    `select l.client_id, l.ingredient_id, date_trunc('month', l.day::timestamp)::date, ${MOVED}`,
    'select client_id, ingredient_id, month, farm_id, kind, kg, value, moves from stock_month',
  ],
  share_month: [
    `select client_id, farm_id, date_trunc('month', day::timestamp)::date, group_id, ingredient_id, coalesce(sum(given), 0), coalesce(sum(cost), 0)
      from share_day group by 1, 2, 3, 4, 5`,
    'select client_id, farm_id, month, group_id, ingredient_id, given, cost from share_month',
  ],
  nutrient_month: [
    `select client_id, farm_id, date_trunc('month', day::timestamp)::date, group_id, nutrient_id, count(*), sum(heads), sum(covered), sum(paper), sum(eaten),
      sum(loads), sum(content_squares), sum(round(eaten / heads, 6) * round(eaten / heads, 6)) from nutrient_day where heads > 0 group by 1, 2, 3, 4, 5`,
    `select client_id, farm_id, month, group_id, nutrient_id, days, head_days, covered, paper, eaten, loads, content_squares, eaten_squares
      from nutrient_month`,
  ],
  noted_price: [
    `select client_id, farm_id, day, code, ingredient_id, (select l.price from ledger l
      where l.client_id = n.client_id and l.ingredient_id = n.ingredient_id and l.day <= n.day and l.kind in ('load', 'craft_out')
      order by l.day desc, l.at desc, l.id desc limit 1) ${PRICED}`,
    `select client_id, farm_id, day, code, ingredient_id, price ${PRICED}`,
  ],
  noted_money: [
    `select client_id, farm_id, day, code, sum(money + unpriced_kg * coalesce(price, 0)) as money from noted_day
      where ingredient_id is not null group by 1, 2, 3, 4 having sum(money + unpriced_kg * coalesce(price, 0)) <> 0`,
    'select client_id, farm_id, day, code, money from noted_day where ingredient_id is null and money <> 0',
  ],
} as const;

/** Roll-ups that differ from their facts, with the number of wrong rows; empty if all are right. */
export async function brokenRollUps(db: Db): Promise<{ rule: string; rows: number }[]> {
  const compared = Object.entries(ROLL_UPS).map(
    ([name, [summed, kept]]) =>
      sql`select ${name} as rule, count(*)::integer as rows from (((${sql.raw(summed)}) except (${sql.raw(kept)}))
        union all ((${sql.raw(kept)}) except (${sql.raw(summed)}))) d`,
  );
  const { rows } = await sql<{
    rule: string;
    rows: number;
  }>`select * from (${sql.join(compared, sql` union all `)}) r where rows > 0`.execute(db);
  return [...rows, ...(await brokenDays(db))];
}

const OF_DAYS = ['feeding_day', 'share_day', 'nutrient_day', 'noted_day'] as const;
/** Before any day, so that no day is over: prices, and the money of feeds that depends on prices, have rules of their own. */
const NEVER = '1970-01-01T00:00:00Z';
/** Rolls the check's changes back. */
class TakenBack extends Error {}

/** Checks roll-ups of feedings and shares: days that aren't stale must equal their rebuilt form. */
async function brokenDays(db: Db): Promise<{ rule: string; rows: number }[]> {
  const broken: { rule: string; rows: number }[] = [];
  const look = db.transaction().execute(async (tx) => {
    // As the job plans it: loops would take seconds.
    await sql`set local enable_nestloop = off`.execute(tx);
    await sql`
      create temporary table looked_at on commit drop as
      select client_id, farm_id, planned_on as day from schedule_group
      union select client_id, farm_id, day from feeding_day union select client_id, farm_id, day from share_day
      union select client_id, farm_id, day from noted_day
      except select client_id, farm_id, day from feeding_day_due`.execute(tx);
    await sql`create temporary table was_due on commit drop as select distinct client_id, farm_id, day from feeding_day_due`.execute(tx);
    // The day of a leftover depends on the week before it, so reports read days after a stale day from the facts.
    const mayChange = sql`to_jsonb(t) ->> 'code' is not distinct from 'leftover_without_day' and exists (
      select from was_due d where d.client_id = t.client_id and d.farm_id = t.farm_id and t.day between d.day and d.day + ${LEFTOVER_DAYS}::integer)`;
    const rowsOf = async (table: string): Promise<Set<string>> => {
      const found = await sql<{ row: string }>`
        select (to_jsonb(t) - 'price' - case when to_jsonb(t) ->> 'code' is not null and to_jsonb(t) ->> 'ingredient_id' is null then 'money' else '' end)::text as row
        from ${sql.table(table)} t join looked_at using (client_id, farm_id, day) where not (${mayChange})`.execute(tx);
      return new Set(found.rows.map(({ row }) => row));
    };
    const kept = await Promise.all(OF_DAYS.map(rowsOf));
    const { rows: clients } = await sql<{ client: number; farms: number[]; from: string; to: string }>`
      with due as (insert into feeding_day_due (client_id, farm_id, day) select * from looked_at returning *)
      select client_id as client, array_agg(distinct farm_id) as farms, min(day) as from, max(day) as to from due group by client_id`.execute(
      tx,
    );
    for (const { client, farms: farmIds, from, to } of clients) await rebuildDays({ client, db: tx, farmIds, from, to, now: NEVER });
    const made = await Promise.all(OF_DAYS.map(rowsOf));
    for (const [place, rule] of OF_DAYS.entries()) {
      const [had, has] = [kept[place] ?? new Set(), made[place] ?? new Set()];
      const rows = [...had].filter((row) => !has.has(row)).length + [...has].filter((row) => !had.has(row)).length;
      if (rows > 0) broken.push({ rule, rows });
    }
    throw new TakenBack();
  });
  await look.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return broken;
}
