import type pg from 'pg';
import { type TableLine, tablesOf } from '#server/db/archive.ts';
import { DERIVED_TABLES } from '#server/db/derived-tables.ts';

/** Tables that aren't exported: secrets of the installation, unsent mails, stored answers, and derived rows. */
const LEFT_OUT_TABLES: readonly string[] = [
  'access_key',
  'webhook',
  'webhook_event',
  'bi_role',
  'idempotency_key',
  'push_device',
  'pushed_signal',
  'report_sending',
  'mail_day',
  ...DERIVED_TABLES,
];
const LEFT_OUT_COLUMNS: Record<string, readonly string[]> = {
  mixer: ['calibration'],
  mail_address: ['next_attempt_at', 'attempts', 'sent_at', 'error'],
  report_subscription: ['secret_hash', 'link_expires_at', 'fetched_at', 'next_at'],
};
export const LEFT_OUT = [
  'passwords, second factors and sign-ins',
  'access keys, webhooks and browsers with notifications',
  'calibrations, which are sealed with the server’s own key',
  'reports on their way and secret links',
  'the log of activities',
];

export const ACCESS_GROUPS = 'access_group';
/** The tables of a client, with the exported columns. The client's id isn't exported. */
export async function clientTables(connection: pg.ClientBase): Promise<TableLine[]> {
  const tables = await tablesOf(connection);
  return (
    tables
      .filter(({ table, columns }) => columns.includes('client_id') && !table.startsWith('account') && table !== 'activity')
      .filter(({ table }) => !LEFT_OUT_TABLES.includes(table))
      // Accounts reference access groups and follow directly; all other tables may reference accounts.
      .toSorted((a, b) => Number(b.table === ACCESS_GROUPS) - Number(a.table === ACCESS_GROUPS))
      .map(({ table, columns }) => ({
        table,
        columns: columns.filter((column) => column !== 'client_id' && !LEFT_OUT_COLUMNS[table]?.includes(column)),
      }))
  );
}
