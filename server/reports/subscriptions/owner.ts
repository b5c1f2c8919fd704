import { type RawBuilder, sql } from 'kysely';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { notify } from '#server/platform/runtime/events.ts';

/** The owner of saved reports, mails and addresses: a client, or a person who works for several clients. */
export interface Owner {
  kind: 'client' | 'person';
  id: number;
}
export const OWNER_KINDS = ['client', 'person'] as const satisfies readonly Owner['kind'][];
export const ofClient = (id: number): Owner => ({ kind: 'client', id });
export const ofPerson = (id: number): Owner => ({ kind: 'person', id });

/** The prefix of the owner's number in lists that contain both kinds. */
export const prefixOf = ({ kind }: Owner): string => (kind === 'person' ? 'p' : '');

interface Tables {
  /** The column that names the owner. */
  key: RawBuilder<unknown>;
  addresses: RawBuilder<unknown>;
  days: RawBuilder<unknown>;
  sendings: RawBuilder<unknown>;
  subscriptions: RawBuilder<unknown>;
  /** The resource by which open screens are notified. */
  resource: ResourceId;
  /** The same names as strings, for SQL composed of strings. */
  names: { key: string; addresses: string; sendings: string };
}

const tables = (key: string, prefix: string, addresses: string, days: string, resource: ResourceId): Tables => ({
  key: sql.ref(key),
  addresses: sql.table(addresses),
  days: sql.table(days),
  sendings: sql.table(`${prefix}_sending`),
  subscriptions: sql.table(`${prefix}_subscription`),
  resource,
  names: { key, addresses, sendings: `${prefix}_sending` },
});

/** The same columns on both sides; a client's tables are under its row-level security, a person's hidden from every client. */
export const TABLES: Record<Owner['kind'], Tables> = {
  client: tables('client_id', 'report', 'mail_address', 'mail_day', 'subscriptions'),
  person: tables('account_id', 'person', 'person_address', 'person_mail_day', 'view_mails'),
};

export const dbOf = ({ database }: Pick<Services, 'database'>, { kind, id }: Owner): Db =>
  kind === 'client' ? database.forClient(id) : database.acrossClients();

/** Notifies open screens of the owner's changed subscriptions. */
export const notifyOwner = (tx: Tx, { kind, id }: Owner, ids: readonly number[]): Promise<void> =>
  notify(tx, kind === 'client' ? id : 0, TABLES[kind].resource, ids);
