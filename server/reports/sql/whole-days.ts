import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from './scope.ts';

/**
 * Every farm of the client with the last day that is over there, as `(id, yesterday)`, to stand after `from`. Windows of use end on it, for a day
 * that isn't over would lower every mean; what a farm took out of a shared stock counts by the days of that farm.
 */
export const yesterdays = ({ client, now }: Pick<ReportScope, 'client' | 'now'>): RawBuilder<unknown> => sql`(
  select id, (${now}::timestamptz at time zone timezone)::date - 1 as yesterday from farm where client_id = ${client}
)`;

/** A day that is over at every farm, wherever it lies. */
export const overEverywhere = ({ now }: Pick<ReportScope, 'now'>): RawBuilder<string> =>
  sql`(${now}::timestamptz at time zone 'UTC')::date - 2`;

/** Kinds of moves that use stock up. */
export const USES = `('load', 'sale', 'craft_out')`;
