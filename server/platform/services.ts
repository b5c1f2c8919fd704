import type { Logger } from 'pino';
import type { Database } from '#server/db/database.ts';
import { createPrincipals } from './auth/principals.ts';
import { createTokens } from './auth/tokens.ts';
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
  /** Networks that aren't public, but may get events of webhooks (`10.0.0.0/8`). */
  webhookNetworks?: readonly string[];
  biAddress?: Services['biAddress'];
  metricsToken?: string | undefined;
  /** The clock. Tests provide their own. */
  now?: () => Date;
}

/** Creates a server's services: tokens, principals that follow changes of access, and events of the database. */
export async function startServices({
  database,
  tables,
  secret,
  log,
  mailer = null,
  publicUrl = '',
  mailBounds = { reports: 500, requests: 50 },
  trustedProxies = [],
  webhookNetworks = [],
  biAddress = null,
  metricsToken,
  now = () => new Date(),
}: Options): Promise<{ services: Services; events: Events }> {
  const time = () => now().getTime();
  const tokens = createTokens(secret, time);
  const principals = createPrincipals(database.acrossClients(), tokens, time);
  const events = await startEvents(database, log, () => principals.forget());
  const services = {
    ...{ database, tables, tokens, principals, secret, log, now, mailer, publicUrl, mailBounds, biAddress, metricsToken },
    trustedProxies: addressList(trustedProxies),
    webhookNetworks: addressList(webhookNetworks),
    pushNetworks: addressList([]),
  };
  return { services, events };
}
