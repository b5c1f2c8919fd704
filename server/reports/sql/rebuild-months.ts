import { type RawBuilder, sql } from 'kysely';
import { rebuildNutrientMonths } from './nutrient-months.ts';
import type { ReportScope } from './scope.ts';

/** Rebuilds the months of these days from the shares and nutrients of their days. */
export async function rebuildMonths(
  { client, db }: Pick<ReportScope, 'client' | 'db'>,
  days: readonly { farm_id: number; day: string }[],
): Promise<void> {
  const months = [...new Set(days.map(({ farm_id, day }) => `${farm_id} ${day.slice(0, 8)}01`))].map((month) => month.split(' '));
  const ofMonths = (month: RawBuilder<unknown>) =>
    sql`client_id = ${client} and (farm_id, ${month}) in (select * from unnest(${months.map(([farm]) => farm)}::bigint[], ${months.map(([, month]) => month)}::date[]))`;
  await sql`delete from share_month where ${ofMonths(sql`month`)}`.execute(db);
  await sql`
    insert into share_month (client_id, farm_id, month, group_id, ingredient_id, given, cost)
    select client_id, farm_id, month_of(day), group_id, ingredient_id, coalesce(sum(given), 0), coalesce(sum(cost), 0)
    from share_day where ${ofMonths(sql`month_of(day)`)} group by 1, 2, 3, 4, 5`.execute(db);
  await rebuildNutrientMonths({ client, db }, ofMonths);
}
