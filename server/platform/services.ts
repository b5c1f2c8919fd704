import type { Logger } from 'pino';
import type { Database } from '#server/db/database.ts';
import { createPrincipals } from './auth/principals.ts';
import { createTokens } from './auth/tokens.ts';
import { type CellsSetting, createCells } from './cells/places.ts';
import type { Services } from './context.ts';
import { addressList } from './http/address.ts';
import { type Events, startEvents } from './runtime/events.ts';
import type { Mailer } from './runtime/mailer.ts';
import type { Tables } from './table-basics.ts';

interface Options {
  database: Database;
  tables: Tables;
  secret: string;
  log: Logger;
  mailer?: Mailer | null;
  publicUrl?: string;
  mailBounds?: Services['mailBounds'];
  /** Addresses and networks (`10.0.0.0/8`). */
  trustedProxies?: readonly string[];
  metricsToken?: string | undefined;
  /** The installations that lead each other's people on. */
  cells?: CellsSetting | undefined;
  /** The clock; tests bring their own. */
  now?: () => Date;
}

/** What a server runs on, wired: tokens, principals that hear of changed access, and the events of the database. */
export async function startServices({
  database,
  tables,
  secret,
  log,
  mailer = null,
  publicUrl = '',
  mailBounds = { reports: 500, requests: 50 },
  trustedProxies = [],
  metricsToken,
  cells: setting,
  now = () => new Date(),
}: Options): Promise<{ services: Services; events: Events }> {
  const time = () => now().getTime();
  const tokens = createTokens(secret, time);
  const principals = createPrincipals(database.acrossClients(), tokens, time);
  const cells = setting ? createCells(setting, { database, secret, log, now: time }) : null;
  const forget = () => {
    principals.forget();
    cells?.forget();
  };
  const events = await startEvents(database, log, forget);
  const services = {
    ...{ database, tables, tokens, principals, secret, log, now, mailer, publicUrl, mailBounds, metricsToken, cells },
    trustedProxies: addressList(trustedProxies),
  };
  return { services, events };
}
