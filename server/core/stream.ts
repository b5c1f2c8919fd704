import { z } from 'zod';
import { type Context, inClient } from './context.ts';
import { endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';
import type { Event, Events } from './events.ts';

const BEAT_MS = 25_000;
const encoder = new TextEncoder();

/** Written once for all the screens that are told of the same. */
const texts = new WeakMap<readonly Event[], Uint8Array>();
function written(changes: readonly Event[]): Uint8Array {
  const text =
    texts.get(changes) ?? encoder.encode(changes.map(({ resource, ids }) => `data: ${JSON.stringify({ resource, ids })}\n\n`).join(''));
  texts.set(changes, text);
  return text;
}

/**
 * `GET /api/events`: server-sent events `{resource, ids}` of the client's changed rows, `lost` when some may have been missed,
 * `access` when the listener's own rights changed; the stream ends when they are gone.
 */
export const eventStream = (events: Events) =>
  endpoint({
    method: 'get',
    path: '/events',
    summary: 'Changes of the client as they happen (server-sent events)',
    scope: 'client',
    response: z.string(),
    async handle(context) {
      let stop = () => {};
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          let open = true;
          const send = (text: string) => open && controller.enqueue(encoder.encode(text));
          send(': open\n\n');
          const beat = setInterval(() => send(': beat\n\n'), BEAT_MS);
          let rights = rightsIn(context);
          const unsubscribe = events.subscribe({
            client: context.client,
            changed: (changes) => open && controller.enqueue(written(changes)),
            lost: () => send('event: lost\ndata: {}\n\n'),
            async access() {
              const now = await rightsNow(context, context.client).catch(() => rights);
              if (!open || now === rights) return;
              rights = now;
              send('event: access\ndata: {}\n\n');
              if (now !== null) return;
              stop();
              controller.close();
            },
          });
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
    },
  });

/** All that decides what somebody sees, to be compared. */
const rightsIn = ({ principal: { rights, clients, farms, modules, duty } }: Context): string | null =>
  JSON.stringify([rights, clients && [...clients], farms && [...farms], modules, duty]);

/** The same as of now; null when the caller may no longer listen at all. */
async function rightsNow(context: Context, client: number): Promise<string | null> {
  try {
    const now = { ...context, principal: await context.services.principals.of(context.token) };
    inClient(now, client, undefined);
    return rightsIn(now);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
