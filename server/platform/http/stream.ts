import { z } from 'zod';
import { allowsAny, type Need } from '#contract/access.ts';
import type { ResourceId, Subject } from '#contract/resource-ids.ts';
import { type Context, inClient, may } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import type { Event, Events, Subscriber } from '#server/platform/runtime/events.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

const BEAT_MS = 25_000;
/** Max unread events of a stream. Beyond them the stream is closed, and the screen opens it again and reads everything. */
const MAX_UNREAD = 200;
const encoder = new TextEncoder();
const listening = z.object({
  ago: z.coerce
    .number()
    .pipe(z.int().min(0).max(86_400_000))
    .default(0)
    .describe('Milliseconds. Changes of this past period are sent first, with `lost` if some may be missing.'),
});

/** Encoded events, shared by all screens that receive the same. */
const texts = new WeakMap<readonly Event[], Map<string, Uint8Array>>();
function written(changes: readonly Event[], hears: (resource: Subject) => boolean = () => true): Uint8Array {
  const heard = changes.map(({ resource }) => hears(resource));
  const known = texts.get(changes) ?? new Map<string, Uint8Array>();
  texts.set(changes, known);
  const text =
    known.get(heard.join()) ??
    encoder.encode(
      changes
        .map(({ resource, ids, ago }, index) => `data: ${JSON.stringify({ resource, ids: heard[index] ? ids : [], ago })}\n\n`)
        .join(''),
    );
  known.set(heard.join(), text);
  return text;
}

/** The rights to read a resource's rows. Ids of resources without a reading endpoint are sent to nobody. */
type Needs = ReadonlyMap<Subject, readonly Need[]>;
const needsIn = (endpoints: readonly Endpoint[]): Needs =>
  new Map(endpoints.flatMap(({ shows, need }) => (shows && need ? [[shows, [need].flat()] as const] : [])));

/**
 * True if the caller may receive ids of changed rows. Events don't name farms, so callers limited to farms only learn that rows changed.
 */
const hearsOf = ({ principal: { rights, farms } }: Context, needs: Needs, resource: Subject): boolean =>
  farms === null && allowsAny(rights, needs.get(resource) ?? []);

/**
 * Server-sent events `{resource, ids}` of changed rows; `lost` after a possible gap; `access` for changes of the listener's own rights. Ids
 * are sent only of readable rows. The stream ends with the rights. People with several clients receive events of one client, and always
 * those of the installation.
 */
export function eventStreams(events: Events, endpoints: readonly Endpoint[]): Endpoint[] {
  const needs = needsIn(endpoints);
  return [
    endpoint({
      method: 'get',
      path: '/events',
      summary: 'Changes of the client as they happen (server-sent events)',
      query: listening,
      response: z.string(),
      costly: true,
      handle: async (context, { query }) => stream(events, needs, context, context.client, query.ago),
    }),
    endpoint({
      method: 'get',
      path: '/dashboard/events',
      summary: 'Changes of the installation as they happen (server-sent events), for those who are in no client yet',
      scope: 'account',
      need: { item: 'client', action: 'view' },
      query: listening,
      response: z.string(),
      costly: true,
      handle: async (context, { query }) => stream(events, needs, context, null, query.ago),
    }),
  ];
}

function stream(events: Events, needs: Needs, context: Context, client: number | null, ago: number): Response {
  let stop = () => {};
  let now = context;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true;
      const put = (bytes: Uint8Array) => {
        if (!open) return;
        if ((controller.desiredSize ?? 0) > -MAX_UNREAD) return controller.enqueue(bytes);
        stop();
        controller.error(new Error('unread'));
      };
      const send = (text: string) => put(encoder.encode(text));
      send(': open\n\n');
      const beat = setInterval(() => send(': beat\n\n'), BEAT_MS);
      let rights = rightsIn(context);
      const subscriber: Subscriber = {
        changed(of, changes) {
          if (!open) return;
          if (of === client) put(written(changes, (resource) => hearsOf(now, needs, resource)));
          const outside = ofInstallation(now, of, changes);
          if (outside.length > 0) put(written(outside));
        },
        lost: (until) => send(`event: lost\ndata: ${JSON.stringify({ ago: until })}\n\n`),
        async access() {
          const next = await contextNow(context, client).catch(() => now);
          const changed = next && rightsIn(next);
          if (!open || changed === rights) return;
          rights = changed;
          send('event: access\ndata: {}\n\n');
          if (next) {
            now = next;
            return;
          }
          if (!open) return;
          stop();
          controller.close();
        },
      };
      const unsubscribe = events.subscribe(subscriber, ago);
      stop = () => {
        open = false;
        clearInterval(beat);
        unsubscribe();
      };
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}

/** Events for people with several clients: clients, and mails of views, which might be theirs. */
export const BROADCAST: ReadonlySet<string> = new Set<ResourceId>(['clients', 'views', 'view_mails', 'view_shares']);

/**
 * The events of the installation that a caller may see: everything for readers of all accounts, clients' people among their accounts;
 * others only learn that something changed.
 */
function ofInstallation(context: Context, of: number, changes: readonly Event[]): readonly Event[] {
  if (context.principal.client !== null) return [];
  if (may(context, 'user', 'view')) {
    return of === 0
      ? changes
      : changes.filter(({ resource }) => resource === 'employees').map((event) => ({ ...event, resource: 'users' as const }));
  }
  return of === 0 ? changes.filter(({ resource }) => BROADCAST.has(resource)).map((event) => ({ ...event, ids: [] })) : [];
}

/** All properties that decide the visible events, for comparison. */
const rightsIn = ({ principal: { rights, clients, farms, modules, duty } }: Context): string | null =>
  JSON.stringify([rights, clients && [...clients], farms && [...farms], modules, duty]);

/** The caller's present rights; null without the right to listen. */
async function contextNow(context: Context, client: number | null): Promise<Context | null> {
  try {
    const now = { ...context, principal: await context.services.principals.of(context.token) };
    if (client !== null) return await inClient(now, client, undefined);
    return may(now, 'client', 'view') ? now : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
