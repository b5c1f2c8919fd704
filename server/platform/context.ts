import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import { type Action, allows, type Item, type Module } from '#contract/access.ts';
import type { Language } from '#contract/kinds.ts';
import type { Database, Db, Tx } from '#server/db/database.ts';
import type { Principal } from './auth/principal.ts';
import type { Principals } from './auth/principals.ts';
import type { Tokens } from './auth/tokens.ts';
import type { Cells } from './cells/places.ts';
import { ApiError, fieldError, notFound, notPermitted } from './errors.ts';
import type { Mailer } from './runtime/mailer.ts';
import type { Tables } from './table-basics.ts';
import { transact } from './transact.ts';

/** What every request can lean on. */
export interface Services {
  database: Database;
  /** How resources lie in it. */
  tables: Tables;
  tokens: Tokens;
  principals: Principals;
  /** The server's own key for what is encrypted at rest. */
  secret: string;
  log: Logger;
  now: () => Date;
  /** null where this installation stands alone. */
  cells: Cells | null;
  /** null where no mail server was named. */
  mailer: Mailer | null;
  /** Where people reach this installation, without a slash at its end; empty = not given. */
  publicUrl: string;
  /** What one client may send in a day: reports, and requests to addresses that nobody has confirmed. */
  mailBounds: { reports: number; requests: number };
  /** Proxies whose word on a caller's address is taken, beside those on this machine. */
  trustedProxies: BlockList;
  /** Lets a watcher of another machine read the metrics. */
  metricsToken: string | undefined;
}

/** A request of anybody. */
export interface PublicContext {
  services: Services;
  ip: string;
  log: Logger;
  header(name: string): string | undefined;
}

/** A request of somebody who is signed in. */
export interface Context extends PublicContext {
  principal: Principal;
  language: Language;
  token: string;
}

/** A request inside one client. */
export interface ClientContext extends Context {
  client: number;
  /** The farm that the path names. */
  farm: number | null;
  /** Sees the client's rows only. */
  db: Db;
  /** One transaction; tried again when it met a deadlock. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Whether the caller may do `action` on `item`. */
export const may = (context: Context, item: Item, action: Action, module?: Module) =>
  allows(context.principal.rights, item, action, module);

/** 403 unless the caller may. */
export function demand(context: Context, item: Item, action: Action, module?: Module): void {
  if (!may(context, item, action, module)) throw notPermitted();
}

/** 404 unless the farm is one that the caller reaches (that it is the client's, the database sees to). */
export function demandFarm(context: ClientContext, farm: number | null): void {
  const { farms } = context.principal;
  if (farm !== null && farms && !farms.has(farm)) throw notFound();
}

/**
 * The farms a list is bounded to: the asked ones (empty = not asked), within the path's farm and the caller's own.
 * null = no bound.
 */
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
 * The context inside a client: the caller's own, or the one that the path names, with what of the caller's rights its modules leave. 404 when it
 * isn't theirs. `changes`: whoever asks means to change something.
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
