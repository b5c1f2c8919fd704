import { type RawBuilder, sql } from 'kysely';

/** Whether the client that a column names lives here: jobs leave alone what is a draft, stopped or an old copy, for the cell where it lives does their work. */
export const livesHereBy = (client: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from client lives where lives.id = ${client} and lives.moving is not null)`;
