import { sql } from 'kysely';
import { runOut } from '#server/domain/feed-needs.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';
import { stockIngredients } from '#server/reports/sql/moves.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/**
 * The day on which the active plan uses up the current stock of any owner, by ingredient. Empty if the range is over at every farm that may
 * feed it, because its stock at the end isn't today's.
 */
export async function runOutDays(scope: ReportScope): Promise<Map<number, string>> {
  const { client, now, to } = scope;
  const present = scope.farms.filter(({ today }) => today <= to).map(({ id }) => id);
  if (present.length === 0) return new Map();
  const requested = sql`in (select t.id from ingredient t join stocked s on s.id = t.id where t.client_id = ${client} and ${ingredientVisibleTo(present)})`;
  const { rows } = await sql<{ id: number; day: string }>`
    with ${stockIngredients(scope)}, ${runOut({ client, now, ingredients: requested })}
    select ingredient_id as id, day from need_out where day is not null`.execute(scope.db);
  return new Map(rows.map(({ id, day }) => [id, day]));
}
