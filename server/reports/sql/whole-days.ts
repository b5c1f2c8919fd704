import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from './scope.ts';

/**
 * Every farm of the client with its last finished day, as `(id, yesterday)`, for use after `from`. Windows of use end on this day, because
 * an unfinished day would lower every mean. A farm's use of a shared stock counts by the days of that farm.
 */
export const yesterdays = ({ client, now }: Pick<ReportScope, 'client' | 'now'>): RawBuilder<unknown> => sql`(
  select id, (${now}::timestamptz at time zone timezone)::date - 1 as yesterday from farm where client_id = ${client}
)`;

/** True if a day is over at every farm in any time zone. */
export const overEverywhere = ({ now }: Pick<ReportScope, 'now'>): RawBuilder<string> =>
  sql`(${now}::timestamptz at time zone 'UTC')::date - 2`;

/** Kinds of moves that use stock up. */
export const USES = `('load', 'sale', 'craft_out')`;
