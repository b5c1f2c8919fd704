import { type RawBuilder, sql } from 'kysely';

/** SQL: a load that a mixer has finished loading. It wears the mixer even if reports exclude it. */
export const hasWorked = (load: string) =>
  `not ${load}.deleted and ${load}.weight_fact is not null and ${load}.status in ('loaded', 'out_process', 'uploaded')`;

/** SQL: the start of a load, by default its day at the joined `farm`. */
export const beganAt = (load: string) => `coalesce(${load}.started_at, ${load}.planned_on::timestamp at time zone farm.timezone)`;

/**
 * SQL: joins to service plans `t` and their `farm` the use since the last service, up to the end of the day `until`, as `u`: `since` (its
 * day, or that of the mixer's first load), `days`, `loads`, `tonnes`, and `part`, the largest share of an interval (due from 1 on).
 */
export const serviceUse = (until: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join lateral (
    select max(s.done_at) as done_at, max(s.day) as day from service s
    where s.client_id = t.client_id and s.mixer_id = t.mixer_id and s.plan_id = t.id and s.day <= ${until}
  ) done on true
  left join lateral (
    select count(*)::integer as loads, coalesce(sum(l.weight_fact), 0) / 1000 as tonnes, min(l.planned_on) as first
    from schedule l where l.client_id = t.client_id and l.farm_id = t.farm_id and l.mixer_id = t.mixer_id and ${sql.raw(hasWorked('l'))}
      and l.planned_on <= ${until} and (done.done_at is null or l.planned_on >= done.day - 1 and ${sql.raw(beganAt('l'))} > done.done_at)
  ) worked on true
  cross join lateral (
    select since, loads, tonnes, days, greatest(days::numeric / t.every_days, loads::numeric / t.every_loads, tonnes / t.every_tonnes) as part
    from (select coalesce(done.day, worked.first) as since, worked.loads, worked.tonnes,
      greatest(${until} - coalesce(done.day, worked.first), 0) as days) counted
  ) u`;
