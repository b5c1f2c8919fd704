import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { Events } from './events.ts';

const BEAT_MS = 25_000;

/** `GET /api/events`: server-sent events `{resource, ids}` of the client's changed rows, and `lost` when some may have been missed. */
export const eventStream = (events: Events) =>
  endpoint({
    method: 'get',
    path: '/events',
    summary: 'Changes of the client as they happen (server-sent events)',
    scope: 'client',
    response: z.string(),
    async handle(context) {
      const encoder = new TextEncoder();
      let stop = () => {};
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => controller.enqueue(encoder.encode(text));
          send(': open\n\n');
          const beat = setInterval(() => send(': beat\n\n'), BEAT_MS);
          const unsubscribe = events.subscribe(
            context.client,
            (event) => send(`data: ${JSON.stringify({ resource: event.resource, ids: event.ids })}\n\n`),
            () => send('event: lost\ndata: {}\n\n'),
          );
          stop = () => {
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
