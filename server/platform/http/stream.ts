import { z } from 'zod';
import { allowsAny, type Need } from '#contract/access.ts';
import type { ResourceId, Subject } from '#contract/resource-ids.ts';
import { type Context, inClient, may } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import type { Event, Events, Subscriber } from '#server/platform/runtime/events.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

const BEAT_MS = 25_000;
/** Tellings that may wait for a listener who doesn't read; beyond them the stream is broken off, and a screen opens it anew and asks for all. */
const MOST_UNREAD = 200;
const encoder = new TextEncoder();
const listening = z.object({
  ago: z.coerce
    .number()
    .pipe(z.int().min(0).max(86_400_000))
    .default(0)
    .describe('What changed in so many milliseconds before is told first, with `lost` where not all of it is known.'),
});

/** Written once for all the screens that are told of the same. */
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

/** What reading a resource's rows asks for; rows that no endpoint gives one by one are nobody's to hear of. */
type Needs = ReadonlyMap<Subject, readonly Need[]>;
const needsIn = (endpoints: readonly Endpoint[]): Needs =>
  new Map(endpoints.flatMap(({ shows, need }) => (shows && need ? [[shows, [need].flat()] as const] : [])));

/** Whether the caller may know which rows changed. On which farm they lie an event doesn't say: whoever is bound to some hears that rows changed. */
const hearsOf = ({ principal: { rights, farms } }: Context, needs: Needs, resource: Subject): boolean =>
  farms === null && allowsAny(rights, needs.get(resource) ?? []);

/**
 * Server-sent events `{resource, ids}` of changed rows, `lost` when some may have been missed, `access` when the listener's own rights
 * changed; ids are told of rows that the listener may read; the stream ends when their rights are gone. Whoever works for several clients is told of one at a time, and of the installation always.
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
        if ((controller.desiredSize ?? 0) > -MOST_UNREAD) return controller.enqueue(bytes);
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

/** What concerns whoever works for several clients: the clients, and mails of views, which might be theirs. */
export const TOLD: ReadonlySet<string> = new Set<ResourceId>(['clients', 'views', 'view_mails', 'view_shares']);

/** What the installation's screens show of a change: who sees all accounts, everything, and clients' people among their accounts; the others, that something of theirs may have changed. */
function ofInstallation(context: Context, of: number, changes: readonly Event[]): readonly Event[] {
  if (context.principal.client !== null) return [];
  if (may(context, 'user', 'view')) {
    return of === 0
      ? changes
      : changes.filter(({ resource }) => resource === 'employees').map((event) => ({ ...event, resource: 'users' as const }));
  }
  return of === 0 ? changes.filter(({ resource }) => TOLD.has(resource)).map((event) => ({ ...event, ids: [] })) : [];
}

/** All that decides what somebody sees, to be compared. */
const rightsIn = ({ principal: { rights, clients, farms, modules, duty } }: Context): string | null =>
  JSON.stringify([rights, clients && [...clients], farms && [...farms], modules, duty]);

/** The caller as of now; null when they may no longer listen at all. */
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
