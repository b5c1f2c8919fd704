import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, Tx } from '../db/database.ts';

/** Tells open screens that rows of a resource changed. `client: 0` = the installation's own. */
export interface Event {
  client: number;
  resource: string;
  ids: number[];
}

const CHANNEL = 'manger';
const ACCESS = 'manger_access';
const MOST_IDS = 50;

/** More ids than fit are left out: all rows may have changed. */
export const eventPayload = (client: number, resource: string, ids: readonly number[]) =>
  JSON.stringify({ client, resource, ids: ids.length > MOST_IDS ? [] : [...ids] } satisfies Event);

/** Sends the event when the transaction commits, to every server. */
export async function tell(tx: Tx, client: number, resource: string, ids: readonly number[] = []): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${eventPayload(client, resource, ids)})`.execute(tx);
}

export interface Subscriber {
  client: number;
  listener(event: Event): void;
  /** Some events may have been missed. */
  lost(): void;
  /** Anybody's access changed, or may have. */
  access(): void;
}

export interface Events {
  /** Hands over the client's events until the returned function is called. */
  subscribe(subscriber: Subscriber): () => void;
  close(): Promise<void>;
}

const RECONNECT_MS = 1000;

/** Listens to the database, reconnecting by itself; `onAccess` runs whenever anybody's access changed, or may have while it was deaf. */
export async function startEvents(database: Database, log: Logger, onAccess: () => void): Promise<Events> {
  const subscribers = new Set<Subscriber>();
  let closed = false;
  let connection: ReturnType<Database['connection']> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function accessChanged(): void {
    onAccess();
    for (const subscriber of subscribers) subscriber.access();
  }

  async function connect(): Promise<void> {
    const opened = database.connection();
    connection = opened;
    opened.on('notification', ({ channel, payload }) => {
      if (channel === ACCESS) return accessChanged();
      const event = JSON.parse(payload ?? '{}') as Event;
      for (const subscriber of subscribers) {
        if (subscriber.client === event.client) subscriber.listener(event);
      }
    });
    opened.on('error', (error) => log.warn({ error: error.message }, 'lost the events connection'));
    opened.on('end', again);
    await opened.connect();
    await opened.query(`listen ${CHANNEL}; listen ${ACCESS}`);
  }

  function again(): void {
    onAccess();
    if (closed || timer) return;
    timer = setTimeout(async () => {
      timer = undefined;
      try {
        await connect();
        accessChanged();
        for (const subscriber of subscribers) subscriber.lost();
      } catch {
        again();
      }
    }, RECONNECT_MS);
  }

  await connect();
  return {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await connection?.end().catch(() => {});
    },
  };
}
