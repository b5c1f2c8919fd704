import { type RawBuilder, sql } from 'kysely';

/** A column of the period by which a schedule is fed on a date, as a subquery: a join would read all periods of a client. */
export const ofLoading = (client: number, column: 'name' | 'start_time', schedule = 's'): RawBuilder<unknown> =>
  sql`(select l.${sql.raw(column)} from loading l where l.client_id = ${client} and l.id = ${sql.raw(schedule)}.loading_id)`;
