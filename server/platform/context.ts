import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import { type Action, allows, type Item, type Module } from '#contract/access.ts';
import type { Language } from '#contract/kinds.ts';
import type { DatabaseAccess } from '#contract/operations/database-access.ts';
import type { Database, Db, Tx } from '#server/db/database.ts';
import type { Principal } from './auth/principal.ts';
import type { Principals } from './auth/principals.ts';
import type { Tokens } from './auth/tokens.ts';
import { ApiError, fieldError, notFound, notPermitted } from './errors.ts';
import type { Mailer } from './runtime/mailer.ts';
import type { Tables } from './table-basics.ts';
import { transact } from './transact.ts';

/** The services that every request can use. */
export interface Services {
  database: Database;
  /** The tables of the resources. */
  tables: Tables;
  tokens: Tokens;
  principals: Principals;
  /** The server's key for encryption at rest. */
  secret: string;
  log: Logger;
  now: () => Date;
  /** null without a mail server. */
  mailer: Mailer | null;
  /** The installation's address for people, without a trailing slash; empty if not given. */
  publicUrl: string;
  /** Max mails of one client per day: reports, and requests to unconfirmed addresses. */
  mailBounds: { reports: number; requests: number };
  /** Proxies whose statement of a caller's address is trusted, in addition to those on this machine. */
  trustedProxies: BlockList;
  /** Networks that aren't public, but may get events of webhooks. */
  webhookNetworks: BlockList;
  /** Networks that aren't public, but may get notifications: none, except in tests. Everyone who sees signals chooses such an address. */
  pushNetworks: BlockList;
  /** Address of the database for programs of analysis; null if it accepts no connections from other machines. */
  biAddress: DatabaseAccess['address'];
  /** Token that lets another machine read the metrics. */
  metricsToken: string | undefined;
}

/** A request of anybody. */
export interface PublicContext {
  services: Services;
  ip: string;
  log: Logger;
  header(name: string): string | undefined;
}

/** A request of a signed-in person. */
export interface Context extends PublicContext {
  principal: Principal;
  language: Language;
  token: string;
}

/** A request inside one client. */
export interface ClientContext extends Context {
  client: number;
  /** The farm in the path. */
  farm: number | null;
  /** Sees the client's rows only. */
  db: Db;
  /** Runs one transaction, repeated after a deadlock. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** True if the caller may do `action` on `item`. */
export const may = (context: Context, item: Item, action: Action, module?: Module) =>
  allows(context.principal.rights, item, action, module);

/** 403 unless the caller may. */
export function demand(context: Context, item: Item, action: Action, module?: Module): void {
  if (!may(context, item, action, module)) throw notPermitted();
}

/** 404 unless the caller reaches the farm. The database ensures that it is the client's. */
export function demandFarm(context: ClientContext, farm: number | null): void {
  const { farms } = context.principal;
  if (farm !== null && farms && !farms.has(farm)) throw notFound();
}

/** The farms of a list: the requested ones (empty for all), limited to the path's farm and the caller's own. null for no limit. */
export function farmsInScope(context: ClientContext, requested: readonly number[] = []): number[] | null {
  const bounds = [
    requested.length > 0 ? new Set(requested) : null,
    context.farm !== null ? new Set([context.farm]) : null,
    context.principal.farms,
  ].filter((bound) => bound !== null);
  const [first, ...rest] = bounds;
  return first ? [...first].filter((farm) => rest.every((bound) => bound.has(farm))) : null;
}

/**
 * The context inside a client, the caller's own or the path's, with the rights that the client's modules leave. 404 if the caller may not
 * work there. `changes` is true for a write.
 */
export async function inClient(
  context: Context,
  named: number | undefined,
  farm: number | undefined,
  changes = false,
): Promise<ClientContext> {
  const client = named ?? context.principal.client;
  if (client === null) throw new ApiError(400, { client: [fieldError('required')] });
  if (context.principal.clients && !context.principal.clients.has(client)) throw notFound();
  const { database, principals } = context.services;
  const principal = await principals.inside(context.principal, client);
  const db = changes ? database.changing(client) : database.forClient(client);
  const inside: ClientContext = { ...context, principal, client, farm: farm ?? null, db, write: (work) => transact(db, work) };
  demandFarm(inside, inside.farm);
  return inside;
}
