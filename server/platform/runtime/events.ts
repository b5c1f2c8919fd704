import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { ResourceId, Subject } from '#contract/resource-ids.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Database, Db } from '#server/db/database.ts';

/** Tells open screens that rows of a resource changed. `client: 0` = the installation's own. */
export interface Event {
  client: number;
  resource: Subject;
  ids: number[];
  /** How long before it is told it happened, ms; left out where it is told at once. */
  ago?: number;
}

const CHANNEL = 'manger';
const ACCESS = 'manger_access';
/** In one event. */
const MOST_IDS = 50;
/** Between two tellings of one client, ms: what is shown stays less than a second behind. */
const PAUSE_MS = 250;

/** More ids than fit are left out: all rows may have changed. */
export const eventPayload = (client: number, resource: Subject, ids: readonly number[]) =>
  JSON.stringify({ client, resource, ids: ids.length > MOST_IDS ? [] : [...ids] } satisfies Event);

/** Sends the event when the transaction commits, if it is in one, to every server. */
export async function notify(db: Db, client: number, resource: ResourceId, ids: readonly number[] = []): Promise<void> {
  const unread = db.isTransaction ? UNREAD : sql``;
  await sql`select ${unread} pg_notify(${CHANNEL}, ${eventPayload(client, resource, ids)})`.execute(db);
}

export interface Subscriber {
  /** One or several of one client, or of the installation (0), soon after each other. */
  changed(client: number, events: readonly Event[]): void;
  /** Some events may have been missed, until so many ms ago. */
  lost(ago: number): void;
  /** Anybody's access changed, or may have. */
  access(): void;
}

export interface Events {
  /**
   * Hands over what happens until the returned function is called; the subscriber picks what is for its screen. What happened in the
   * last `ago` ms is told first, each client's at once and without ids; what isn't remembered, as lost.
   */
  subscribe(subscriber: Subscriber, ago?: number): () => void;
  /** How many listen now. */
  listening(): number;
  close(): Promise<void>;
}

const RECONNECT_MS = 1000;
/** What happened is remembered for those who come back by then, ms. */
const REMEMBERED_MS = 60_000;

/** Listens to the database, reconnecting by itself; `onAccess` runs whenever anybody's access changed, or may have while it was deaf. */
export async function startEvents(database: Database, log: Logger, onAccess: () => void): Promise<Events> {
  const subscribers = new Set<Subscriber>();
  let closed = false;
  let connection: Awaited<ReturnType<Database['listener']>> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const past = remembered(REMEMBERED_MS);
  const changes = gathered((client, events) => {
    past.add(client, events);
    for (const subscriber of subscribers) subscriber.changed(client, events);
  }, PAUSE_MS);

  function accessChanged(): void {
    onAccess();
    for (const subscriber of subscribers) subscriber.access();
  }

  async function connect(): Promise<void> {
    const opened = await database.listener();
    connection = opened;
    if (closed) return opened.end();
    opened.on('notification', ({ channel, payload }) => {
      if (channel === ACCESS) return accessChanged();
      changes.add(JSON.parse(payload ?? '{}') as Event);
    });
    opened.on('error', (error) => log.warn({ error: error.message }, 'lost the events connection'));
    opened.on('end', again);
    await opened.query(`listen ${CHANNEL}; listen ${ACCESS}`);
    past.forget();
  }

  function again(): void {
    onAccess();
    if (closed || timer) return;
    timer = setTimeout(async () => {
      timer = undefined;
      try {
        await connect();
        accessChanged();
        for (const subscriber of subscribers) subscriber.lost(0);
      } catch {
        again();
      }
    }, RECONNECT_MS);
  }

  await connect();
  return {
    subscribe(subscriber, ago = 0) {
      const { known, changed } = past.since(ago);
      if (known < ago) subscriber.lost(known);
      for (const [client, events] of changed) subscriber.changed(client, events);
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    listening: () => subscribers.size,
    async close() {
      closed = true;
      clearTimeout(timer);
      changes.stop();
      await connection?.end().catch(() => {});
    },
  };
}

/**
 * Hands changes on so that a client's screens are told at once, and then every `pause` ms at most: what changes in between goes
 * together, rows of one resource as one event. A herd fed by twenty mixers at once then costs each screen a few refetches, not hundreds.
 */
export function gathered(hand: (client: number, events: readonly Event[]) => void, pause: number) {
  /** Clients told of late, with what has changed since, by resource; null: each of its rows may have. */
  const waiting = new Map<number, { changed: Map<Subject, Set<number> | null>; timer: NodeJS.Timeout }>();

  function rest(client: number): void {
    const timer = setTimeout(() => {
      const changed = waiting.get(client)?.changed;
      waiting.delete(client);
      if (!changed || changed.size === 0) return;
      rest(client);
      hand(
        client,
        [...changed].map(([resource, ids]) => ({ client, resource, ids: [...(ids ?? [])] })),
      );
    }, pause);
    timer.unref();
    waiting.set(client, { changed: new Map(), timer });
  }

  return {
    add(event: Event): void {
      const since = waiting.get(event.client);
      if (!since) {
        rest(event.client);
        hand(event.client, [event]);
        return;
      }
      const before = since.changed.get(event.resource);
      const ids = before === null || event.ids.length === 0 ? null : new Set([...(before ?? []), ...event.ids]);
      since.changed.set(event.resource, ids && ids.size <= MOST_IDS ? ids : null);
    },
    /** Forgets what waits. */
    stop(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** What happened in the last `kept` ms: which resources of which client changed, and when last. */
export function remembered(kept: number) {
  const last = new Map<number, Map<Subject, number>>();
  let from = performance.now();
  let swept = from;

  function sweep(now: number): void {
    if (now - swept < kept) return;
    swept = now;
    for (const [client, changed] of last) {
      for (const [resource, at] of changed) if (now - at > kept) changed.delete(resource);
      if (changed.size === 0) last.delete(client);
    }
  }

  return {
    add(client: number, events: readonly Event[]): void {
      const now = performance.now();
      sweep(now);
      const changed = last.get(client) ?? new Map<Subject, number>();
      last.set(client, changed);
      for (const { resource } of events) changed.set(resource, now);
    },
    /** What changed since, by client, and for how many ms back it is known. */
    since(ago: number): { known: number; changed: [number, Event[]][] } {
      const now = performance.now();
      const known = Math.floor(Math.min(kept, now - from));
      const since = now - Math.min(ago, known);
      const changed = [...last].flatMap(([client, resources]): [number, Event[]][] => {
        const events = [...resources]
          .filter(([, at]) => at >= since)
          .map(([resource, at]) => ({ client, resource, ids: [], ago: Math.floor(now - at) }));
        return events.length > 0 ? [[client, events]] : [];
      });
      return { known, changed: ago === 0 ? [] : changed };
    },
    /** Begins anew: something may have been missed. */
    forget(): void {
      last.clear();
      from = performance.now();
    },
  };
}
