import { sql } from 'kysely';
import type { Figure } from '#server/platform/http/figures.ts';
import { OWNER_KINDS, TABLES } from './owner.ts';

/** When each mail that waits to be sent fell due. */
export const waitingMails = sql.join(
  OWNER_KINDS.map((kind) => sql`select due_at from ${TABLES[kind].sendings} where state = 'waiting'`),
  sql` union all `,
);

/** Mails that wait in the outbox. A mail that fails stays here until the last attempt. */
export const outboxFigures: readonly Figure[] = [
  {
    name: 'manger_outbox_waiting',
    help: 'Mails that wait to be sent',
    async read({ database }) {
      const { rows } = await sql<{ value: number }>`select count(*) as value from (${waitingMails}) w`.execute(database.acrossClients());
      return rows;
    },
  },
  {
    name: 'manger_outbox_oldest_seconds',
    help: 'How long the mail that fell due first has waited; 0 when none waits',
    async read({ database, now }) {
      const { rows } = await sql<{ value: number }>`
        select greatest(0, coalesce(extract(epoch from ${now()}::timestamptz - min(due_at)), 0)) as value from (${waitingMails}) w`.execute(
        database.acrossClients(),
      );
      return rows;
    },
  },
];
