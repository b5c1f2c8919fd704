import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { LEFTOVER_DAYS, leftovers } from '#contract/operations/leftovers.ts';
import type { Db } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { hasFed } from '#server/domain/has-fed.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { demandOnFarm } from '#server/platform/resource/crud.ts';
import type { AnyRow, TableOf } from '#server/platform/resource/table.ts';

export const leftoverTable: TableOf<typeof leftovers, 'leftover'> = {
  contract: leftovers,
  table: 'leftover',
  joins: 'join animal_group on animal_group.client_id = t.client_id and animal_group.id = t.group_id',
  fields: {
    farm: 't.farm_id',
    group: 't.group_id',
    group_name: 'animal_group.name',
    delivered: null,
    percent: null,
  },
  references: { farm: farmTable },
  farm: 't.farm_id',
  search: ['animal_group.name'],
  filters: {
    date_after: (day: string) => sql`t.date >= ${day}`,
    date_before: (day: string) => sql`t.date <= ${day}`,
  },
  order: 't.date desc, animal_group.name',
  remove: 'hard',
  title: (row) => row.group_name,
  prepare: oneByOne(async (tx, context, { input, before, after }) => {
    if (before) await demandOpenMonth(tx, context.client, before.farm, before.date);
    if (input.farm !== undefined || input.group !== undefined) {
      await demandOnFarm(tx, context, 'animal_group', after.farm, [after.group], 'group');
    }
    const today = dayAt(context.services.now(), await timezoneOf(tx, context.client, after.farm));
    if (after.date > today) throw invalid('date', 'too_large', { limit: today });
    await demandOpenMonth(tx, context.client, after.farm, after.date);
    await demandGiven(tx, context.client, after);
  }),
  beforeRemove: (tx, context, before) => demandOpenMonth(tx, context.client, before.farm, before.date),
  attachNested: withDelivered,
};

/** What the group of a leftover `t` was given on the day that the leftover belongs to: the last before it on which it was given anything. */
const GIVEN = sql`
  select sum(g.weight_fact) as kg from schedule_group g
  where g.client_id = t.client_id and g.farm_id = t.farm_id and g.group_id = t.group_id and g.counted
    and g.planned_on = (
      select max(p.planned_on) from schedule_group p
      where p.client_id = t.client_id and p.farm_id = t.farm_id and p.group_id = t.group_id and ${sql.raw(hasFed('p'))}
        and p.planned_on between t.date - ${sql.raw(String(LEFTOVER_DAYS))} and t.date - 1)`;

/** 400 at `weight` for more than the group was given; where nothing is known of that, nothing can be said. */
async function demandGiven(db: Db, client: number, { farm, group, date, weight }: AnyRow): Promise<void> {
  const { rows } = await sql<{ kg: number | null }>`
    select fed.kg from (select ${client}::bigint as client_id, ${farm}::bigint as farm_id, ${group}::bigint as group_id, ${date}::date as date) t
    cross join lateral (${GIVEN}) fed`.execute(db);
  const limit = rows[0]?.kg ?? null;
  if (limit !== null && weight > limit) throw invalid('weight', 'too_large', { limit });
}

/** Adds what each group was given on the day that its leftover belongs to, and how much of it the leftover is; nothing where it has no day. */
async function withDelivered(db: Db, rows: AnyRow[], context: ClientContext): Promise<AnyRow[]> {
  if (rows.length === 0) return rows;
  const { rows: given } = await sql<{ id: number; delivered: number | null; percent: number | null }>`
    select t.id, fed.kg as delivered, t.weight * 100 / nullif(fed.kg, 0) as percent
    from leftover t
    cross join lateral (${GIVEN}) fed
    where t.client_id = ${context.client} and t.id = any(${rows.map((row) => row.id)})`.execute(db);
  const byId = new Map(given.map(({ id, ...figures }) => [id, figures]));
  return rows.map((row) => ({ ...row, delivered: null, percent: null, ...byId.get(row.id) }));
}
