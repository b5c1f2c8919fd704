import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

const FED =
  'sum(weight_plan), sum(weight_fact), sum(weight_fact * price), count(*) from schedule_ingredient where counted group by 1, 2, 3, 4';
const MOVED = `l.farm_id, coalesce(o.kind, l.kind), sum(l.kg), sum(l.value), count(*)
  from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id group by 1, 2, 3, 4, 5`;
/** Each roll-up with what it sums. What was counted and is no longer may stay as a row of nothing. */
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
} as const;

/** The roll-ups that differ from what they sum, with how many rows are wrong; empty when all is well. */
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
  return rows;
}
