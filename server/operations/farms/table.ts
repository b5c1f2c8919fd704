import { sql } from 'kysely';
import { FarmCard, farms } from '#contract/operations/farms.ts';
import type { Tx } from '#server/db/database.ts';
import { companyTable } from '#server/operations/companies/table.ts';
import { conflict, invalid, isUnknownZone } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { findByExternalId, selectExternalIds } from '#server/platform/resource/external-ids.ts';
import { OWN_COMPANIES } from '#server/platform/resource/id-kinds.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';

export const farmTable: TableOf<typeof farms, 'farm'> = {
  contract: farms,
  table: 'farm',
  joins: 'join company on company.client_id = t.client_id and company.id = t.company_id',
  fields: {
    ...named('company'),
    external_ids: selectExternalIds('farms'),
  },
  columns: { external_ids: null },
  references: { company: companyTable },
  naming: ['company'],
  farm: 't.id',
  idKinds: { company: OWN_COMPANIES },
  search: ['t.name', 'company.name'],
  filters: { external_id: findByExternalId('farms') },
  order: 't.name',
  remove: 'never',
  prepare: oneByOne(async (tx, context, { id, after, before }) => {
    if (after.timezone === before?.timezone) return;
    // The database calculates the farm's days as well: a zone that it doesn't know would break every list of the farm.
    try {
      await sql`select now() at time zone ${after.timezone}`.execute(tx);
    } catch (error) {
      throw isUnknownZone(error) ? invalid('timezone', 'invalid_value') : error;
    }
    if (before) await demandSameMonths(tx, context.client, id, after.timezone);
  }),
};

/** 409 at `timezone` if an entry of the farm would lie on the other side of the end of its closed months by the new clock. Entries keep their day. */
async function demandSameMonths(tx: Tx, client: number, id: number, timezone: string): Promise<void> {
  const { rows } = await sql<{ month: string | null }>`
    with closed as (
      select (max(month) + interval '1 month')::date as next from month_close where client_id = ${client} and farm_id = ${id}
    ), entry as (
      -- A feeding, a batch and an opening balance have a day of their own, by any clock.
      select l.day, l.at from ledger l where l.client_id = ${client} and l.farm_id = ${id} and l.schedule_id is null and l.batch_id is null and l.opening_id is null
      union all
      select w.day, w.at from animal_weight w where w.client_id = ${client} and w.farm_id = ${id}
    )
    select to_char(least(e.day, (e.at at time zone ${timezone})::date), 'YYYY-MM') as month
    from closed cross join entry e
    where e.day between closed.next - 2 and closed.next + 1 and (e.day < closed.next) <> ((e.at at time zone ${timezone})::date < closed.next) limit 1`.execute(
    tx,
  );
  const [found] = rows;
  if (found?.month) throw conflict('month_closed', { values: [found.month] }, 'timezone');
}

const cards = { ...farms, row: FarmCard };

/** The farms' cards: plan and fact of each farm's own today. A load that isn't unloaded yet counts as loaded. */
export const farmCardTable: TableOf<typeof cards, 'farm'> = {
  ...farmTable,
  contract: cards,
  joinsFor: (context) => sql`
    left join lateral (
      select coalesce(sum(s.fresh_weight), 0) as planned_kg, coalesce(sum(coalesce(s.weight_unloaded, s.weight_fact)), 0) as fact_kg,
        count(*) filter (where s.status <> 'uploaded') as unfinished
      from schedule s
      where s.client_id = t.client_id and s.farm_id = t.id and not s.deleted
        and s.planned_on = (${context.services.now().toISOString()}::timestamptz at time zone t.timezone)::date
    ) today on true
    left join lateral (
      select count(*) as groups_count, coalesce(sum(g.animal_count), 0) as animal_count
      from animal_group g where g.client_id = t.client_id and g.farm_id = t.id and not g.deleted
    ) herd on true`,
  fields: {
    ...farmTable.fields,
    planned_kg: 'today.planned_kg',
    fact_kg: 'today.fact_kg',
    unfinished: 'today.unfinished',
    groups_count: 'herd.groups_count',
    animal_count: 'herd.animal_count',
  },
  listAt: '/dashboard',
};
