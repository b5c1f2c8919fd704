import { type RawBuilder, sql } from 'kysely';

/** A load that a mixer `of` has loaded to the end, whether or not reports count it: it wore the mixer. */
export const hasWorked = (load: string) =>
  `not ${load}.deleted and ${load}.weight_fact is not null and ${load}.status in ('loaded', 'out_process', 'uploaded')`;

/** When a load began; where nobody said, its day at the `farm` that is joined. */
export const beganAt = (load: string) => `coalesce(${load}.started_at, ${load}.planned_on::timestamp at time zone farm.timezone)`;

/**
 * Joins to service plans `t` and their `farm` what came together since each was done last, up to the end of the day `until`, as `u`: `since` (the day of it; without one that
 * of the mixer's first load), `days`, `loads`, `tonnes`, and `part`, how much of the shortest of its intervals that is (1 and more is due).
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
