import { sql } from 'kysely';
import { KEPT, OF, SHARE_SUMS, SUMS, shareParts } from './feeding-days.ts';
import { feedings } from './feedings.ts';
import { rebuildNotedDays } from './noted-days.ts';
import { NUTRIENT_DAY, nutrientFacts } from './nutrient-days.ts';
import { rebuildMonths } from './rebuild-months.ts';
import type { ReportScope } from './scope.ts';

/** Rebuilds the roll-ups of the stale days and of their months, in a transaction with one snapshot. */
export async function rebuildDays(of: Pick<ReportScope, 'client' | 'db' | 'farmIds' | 'from' | 'to' | 'now'>): Promise<void> {
  const { client, db, farmIds, from, to } = of;
  // All that there is of these days: whose they are to be over, and in which money, doesn't matter.
  const scope: ReportScope = { ...of, farms: [], filters: {}, timezone: 'UTC', currency: '', lockedUntil: null };
  const { rows } = await sql<{ farm_id: number; day: string }>`
    with gone as (
      delete from feeding_day_due
      where client_id = ${client} and farm_id = any(${farmIds}) and day between ${from}::date and ${to}::date returning farm_id, day
    )
    select distinct farm_id, day from gone`.execute(db);
  const due = sql`(farm_id, day) in (select * from unnest(${rows.map((row) => row.farm_id)}::bigint[], ${rows.map((row) => row.day)}::date[]))`;
  for (const table of ['feeding_day', 'share_day', 'nutrient_day']) {
    await sql`delete from ${sql.table(table)} where client_id = ${client} and ${due}`.execute(db);
  }
  await sql`
    insert into feeding_day ${sql.raw(`(client_id, ${OF}, ${KEPT})`)}
    with ${feedings(scope)}
    select ${client}, ${sql.raw(`${OF}, ${SUMS}`)} from feeding where ${due} group by ${sql.raw(OF)} order by farm_id, day`.execute(db);
  await sql`
    insert into share_day ${sql.raw(`(client_id, ${OF}, ingredient_id, given, dry_matter, cost, carried)`)}
    with ${feedings(scope)}, ${shareParts(scope, due)}
    select ${client}, ${sql.raw(OF)}, ingredient_id, ${sql.raw(SHARE_SUMS)}
    from part group by ${sql.raw(OF)}, ingredient_id order by farm_id, day`.execute(db);
  await sql`
    insert into nutrient_day ${sql.raw(`(client_id, ${NUTRIENT_DAY})`)}
    with ${nutrientFacts(scope)}
    select ${client}, ${sql.raw(NUTRIENT_DAY)} from nutrient_fact where ${due} order by farm_id, day`.execute(db);
  await rebuildMonths({ client, db }, rows);
  await rebuildNotedDays(scope, rows);
  // Charts of these days are rebuilt after them, so that no recording is blocked by either.
  await sql`
    insert into chart_day_due (client_id, farm_id, day)
    select ${client}::bigint, * from unnest(${rows.map((row) => row.farm_id)}::bigint[], ${rows.map((row) => row.day)}::date[])`.execute(
    db,
  );
}
