import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

export interface MadeLoading {
  id: number;
  period: number;
  planned_on: string;
  start_time: string;
  active: boolean;
}

/** The periods on each date from `first` to `last`, made where missing; name and times follow the period unless edited by hand. */
export async function loadingsOf(
  tx: Tx,
  client: number,
  farm: number,
  periods: readonly AnyRow[],
  first: string,
  last: string,
): Promise<MadeLoading[]> {
  const ids = periods.map((period) => period.id);
  await sql`
    insert into loading (client_id, farm_id, period_id, planned_on, name, start_time, end_time)
    select p.client_id, p.farm_id, p.id, d::date, p.name, p.start_time, p.end_time
    from period p, generate_series(${first}::date, ${last}::date, interval '1 day') d
    where p.client_id = ${client} and p.farm_id = ${farm} and p.id = any(${ids}) and d::date >= coalesce(p.active_from, d::date)
    order by d, p.id
    on conflict (client_id, period_id, planned_on) do nothing`.execute(tx);
  await sql`
    update loading l set name = p.name, start_time = p.start_time, end_time = p.end_time, version = l.version + 1
    from period p
    where p.client_id = ${client} and p.id = any(${ids}) and l.client_id = p.client_id and l.period_id = p.id
      and l.planned_on >= ${first} and not l.edited
      and (l.name, l.start_time, l.end_time) is distinct from (p.name, p.start_time, p.end_time)`.execute(tx);
  const { rows } = await sql<MadeLoading>`
    select id, period_id as period, planned_on, start_time, active from loading
    where client_id = ${client} and period_id = any(${ids}) and planned_on between ${first} and ${last}
    order by planned_on, start_time, id`.execute(tx);
  return rows;
}
