import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { ResourceId, Subject } from '#contract/resource-ids.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Database, Db } from '#server/db/database.ts';

/** A change of a resource's rows, for open screens. `client: 0` is the installation. */
export interface Event {
  client: number;
  resource: Subject;
  ids: number[];
  /** Age of the change at delivery in ms; omitted for an immediate delivery. */
  ago?: number;
}

/** SQL of the channels' names. They end in a secret, because every session of a database may LISTEN to any name (migration 350). */
export const CHANNEL_SQL = sql.raw("channel('manger')");
export const ACCESS_SQL = sql.raw("channel('manger_access')");
/** Max ids in one event. */
const MAX_IDS = 50;
/** Interval between deliveries to one client in ms, so that screens are less than a second behind. */
const PAUSE_MS = 250;

/** Too many ids are omitted, which means that all rows may have changed. */
export const eventPayload = (client: number, resource: Subject, ids: readonly number[]) =>
  JSON.stringify({ client, resource, ids: ids.length > MAX_IDS ? [] : [...ids] } satisfies Event);

/** Sends the event to every server when the transaction commits. */
export async function notify(db: Db, client: number, resource: ResourceId, ids: readonly number[] = []): Promise<void> {
  const unread = db.isTransaction ? UNREAD : sql``;
  await sql`select ${unread} pg_notify(${CHANNEL_SQL}, ${eventPayload(client, resource, ids)})`.execute(db);
}

export interface Subscriber {
  /** Events of one client, or of the installation (0), from one interval. */
  changed(client: number, events: readonly Event[]): void;
  /** Events of the last `ago` ms may be missing. */
  lost(ago: number): void;
  /** Some access changed, or may have changed. */
  access(): void;
}

export interface Events {
  /**
   * Delivers events until the returned function is called; the subscriber selects those of its screen. Remembered changes of the last `ago`
   * ms are delivered first, by client and without ids; unknown times as lost.
   */
  subscribe(subscriber: Subscriber, ago?: number): () => void;
  /** Number of subscribers. */
  listening(): number;
  close(): Promise<void>;
}

const RECONNECT_MS = 1000;
/** How long changes are remembered for returning listeners, in ms. */
const REMEMBERED_MS = 60_000;

/** The names of the channels, with the secret that the first server writes. */
async function nameChannels(connection: Awaited<ReturnType<Database['listener']>>): Promise<{ changed: string; access: string }> {
  await connection.query(
    "insert into setting (name, value) values ('channel', to_jsonb(gen_random_uuid()::text)) on conflict (name) do nothing",
  );
  const { rows } = await connection.query<{ changed: string; access: string }>(
    "select channel('manger') as changed, channel('manger_access') as access",
  );
  return rows[0] as { changed: string; access: string };
}

/** Listens to the database and reconnects automatically. `onAccess` runs when access changed, or may have changed during a gap. */
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
    const { changed, access } = await nameChannels(opened);
    opened.on('notification', ({ channel, payload }) => {
      if (channel === access) return accessChanged();
      changes.add(JSON.parse(payload ?? '{}') as Event);
    });
    opened.on('error', (error) => log.warn({ error: error.message }, 'lost the events connection'));
    opened.on('end', again);
    await opened.query(`listen "${changed}"; listen "${access}"`);
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
 * Coalesces changes: a client's screens get the first one at once and later ones at most every `pause` ms, rows of one resource as one
 * event. A herd fed by twenty mixers then costs each screen a few refetches instead of hundreds.
 */
export function gathered(hand: (client: number, events: readonly Event[]) => void, pause: number) {
  /** Clients with a recent delivery, and their changes since, by resource; null if any row may have changed. */
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
      since.changed.set(event.resource, ids && ids.size <= MAX_IDS ? ids : null);
    },
    /** Drops waiting changes. */
    stop(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** Changes of the last `kept` ms: resources by client, with the time of their last change. */
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
    /** Changes since then by client, and for how many ms back they are complete. */
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
    /** Clears the memory, because something may be missing. */
    forget(): void {
      last.clear();
      from = performance.now();
    },
  };
}
