import { sql } from 'kysely';
import { STALE_DRY_MATTER_DAYS } from './formulas.ts';

const LATE = sql.raw(String(STALE_DRY_MATTER_DAYS));

/**
 * Spans of days (inclusive) on which the dry matter of a feed `n` was stale, each with the day of the last measurement (`measured`). A measurement
 * ends a span and changes no earlier day.
 */
export const staleSpans = sql`(
  select measured, first, last from (
    select day as measured, day + ${LATE} + 1 as first, coalesce(lead(day) over (order by day), 'infinity') - 1 as last
    from (
      select f.day from former_dry_matter_day f where f.client_id = n.client_id and f.ingredient_id = n.id
      union select n.dry_matter_on
    ) k
  ) k where first <= last)`;
