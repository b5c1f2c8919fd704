import { sql } from 'kysely';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import { notFound, notSignedIn } from '#server/platform/errors.ts';
import { bounds } from '#server/platform/resource/conditions.ts';
import { anyTable, selection, source } from '#server/platform/resource/table.ts';
import { contextOfAuthor } from '#server/reports/kit/author.ts';
import { signalTable } from '#server/reports/signals/table.ts';
import type { Packer } from '#server/reports/subscriptions/parcel.ts';
import { type Addressee, signalMail } from './mail.ts';

/** Builds a mail of signals with its reader's rights at sending time. Signals that the reader may no longer see are left out. */
export const packsSignals: Packer = async (services, { owner: { id: client }, asked_by: account, signals: ids }) => {
  if (account === null || ids === null) return null;
  return {
    async pack() {
      const addressee = await readAddressee(services, client, account);
      const context = await contextOfAuthor(services, { account, client, client_locked: addressee.locked, language: addressee.language });
      const table = anyTable(signalTable);
      const { rows } = await sql<RowOf<typeof signals>>`
        select ${selection(table)} from ${source(table, context)} where ${bounds(table, context)} and t.id = any(${ids}::bigint[])
        order by ${sql.raw(table.order)}`.execute(context.db);
      if (rows.length === 0) throw notFound();
      return { words: await signalMail(addressee, rows, services.publicUrl) };
    },
    stop: async (reason) => {
      await sql`
        update report_sending set state = 'failed', error = ${reason}
        where client_id = ${client} and asked_by = ${account} and signals = ${ids}::bigint[] and state = 'waiting'`.execute(
        services.database.forClient(client),
      );
    },
  };
};

async function readAddressee({ database }: Services, client: number, account: number): Promise<Addressee & { locked: boolean }> {
  const { rows } = await sql<Addressee & { locked: boolean }>`
    select a.language, coalesce(a.units, c.units) as units, coalesce(a.clock, c.clock) as clock, c.currency, c.company_name as client_name, c.locked
    from account a join client c on c.id = ${client} where a.id = ${account} and not a.deleted`.execute(database.acrossClients());
  if (!rows[0]) throw notSignedIn();
  return rows[0];
}
