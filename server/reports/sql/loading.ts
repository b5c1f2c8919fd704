import { type RawBuilder, sql } from 'kysely';

/** Of the period on a date by which a schedule is fed, looked up: a join would read all of a client's. */
export const ofLoading = (client: number, column: 'name' | 'start_time', schedule = 's'): RawBuilder<unknown> =>
  sql`(select l.${sql.raw(column)} from loading l where l.client_id = ${client} and l.id = ${sql.raw(schedule)}.loading_id)`;
