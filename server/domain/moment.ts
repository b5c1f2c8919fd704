import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { ask, type Check } from '#server/platform/resource/check.ts';

const DAY_MS = 86_400_000;

/** When something moved on a farm: the instant and the farm's day of it. */
export interface Moment {
  at: string;
  day: string;
}

/** A moment on a farm, as it may turn out to be. */
interface MomentQuery {
  farm: number;
  at: string;
}

const latestOf = (context: ClientContext) => new Date(context.services.now().getTime() + DAY_MS);

/** When a move may be at the latest, if `at` is beyond it: a clock may be wrong by hours. */
export const tooLate = (context: ClientContext, at: string): Date | undefined =>
  new Date(at) > latestOf(context) ? latestOf(context) : undefined;

/** The farm's day of each moment and whether its month is open; in the order asked, months of several rows looked up once. */
export async function daysOf(tx: Tx, client: number, asked: readonly MomentQuery[]): Promise<{ day: string; open: boolean }[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<{ day: string; open: boolean }>`
    with d as materialized (
      select asked.n, f.id as farm, (asked.at at time zone f.timezone)::date as day
      from unnest(${asked.map(({ farm }) => farm)}::bigint[], ${asked.map(({ at }) => at)}::timestamptz[]) with ordinality asked (farm, at, n)
      join farm f on f.client_id = ${client} and f.id = asked.farm
    ), m as materialized (
      select farm, day, month_is_open(${client}, farm, day) as open from (select distinct farm, date_trunc('month', day)::date as day from d) months
    )
    select d.day, m.open from d join m on m.farm = d.farm and m.day = date_trunc('month', d.day)::date order by d.n`.execute(tx);
  return rows;
}

/**
 * The moment of a move: `given`, or now. 400 at `field` when it lies more than a day ahead (a clock may be wrong by hours),
 * 409 there when the farm's month is closed.
 */
export const momentOf = (tx: Tx, context: ClientContext, farm: number, given: string | undefined, field: string): Promise<Moment> =>
  ask(tx, momentCheck(context, farm, given, field));

/** The same, to be asked with other checks. */
export function momentCheck(context: ClientContext, farm: number, given: string | undefined, field: string): Check<Moment> {
  const at = given ?? context.services.now().toISOString();
  return {
    ask: sql`(
      select json_build_object('day', d.day, 'open', month_is_open(${context.client}, ${farm}, d.day))
      from (select (${at}::timestamptz at time zone timezone)::date as day from farm where client_id = ${context.client} and id = ${farm}) d)`,
    judge(found: { day: string; open: boolean } | null) {
      const latest = tooLate(context, at);
      if (latest) throw invalid(field, 'too_large', { limit: latest.toISOString() });
      if (!found) throw notFound();
      const { day, open } = found;
      if (!open) throw conflict('month_closed', { values: [day.slice(0, 7)] }, given === undefined ? 'detail' : field);
      return { at, day };
    },
  };
}
