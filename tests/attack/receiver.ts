import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { sendWebhookEvents } from '#server/operations/webhooks/outbox.ts';
import { newWebhookSecret } from '#server/operations/webhooks/signature.ts';
import { addressList } from '#server/platform/http/address.ts';
import { deliver, make } from '#tests/support/factories.ts';
import type { Site } from './tenants.ts';

/** A POST as it arrived. */
interface Arrived {
  headers: Record<string, string>;
  body: string;
}
const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
const EVENTS = 12;
const ALTERED_OF_EVENT = 8;

/**
 * A receiver as the page “Connect” describes: it verifies by the reference library `standardwebhooks`, and processes each id once. Returns 204
 * for a new event, 208 for a repeated one and 401 for a forged one.
 */
export async function startReceiver(secret: string) {
  const verifier = new Webhook(secret);
  const processed = new Set<string>();
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const headers = request.headers as Record<string, string>;
    arrived.push({ headers, body });
    try {
      verifier.verify(body, headers);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      response.writeHead(401).end();
      return;
    }
    const id = headers['webhook-id'] ?? '';
    response.writeHead(processed.has(id) ? 208 : 204).end();
    processed.add(id);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    processed,
    close: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Sends real events to a receiver, then repeats and alters them: the receiver processes each event once, and nothing else. */
export async function attackReceiver({
  api,
  mine,
  theirs,
  dice,
  tally,
}: Site): Promise<{ attack(): Promise<void>; close(): Promise<void> }> {
  const secret = newWebhookSecret();
  const receiver = await startReceiver(secret);
  api.services.webhookNetworks = addressList(['127.0.0.1/32']);
  const webhook = { url: `${receiver.url}/`, events: ['delivery.created'] };
  for (const [{ client, idFor }, own] of [[mine, { secret }] as const, [theirs, {}] as const])
    await make(client.owner, 'manager/webhooks/', { farm: idFor('', 'farm'), ...webhook, ...own });
  const { client, rows, idFor } = mine;
  const at = { farm: idFor('', 'farm') ?? 0 } as Parameters<typeof deliver>[1];
  for (let made = 0; made < EVENTS; made += 1) await deliver(client.owner, at, Number(rows.get('/manager/ingredients')?.id), 10 + made, 2);
  // The other webhook of the client has a name that nobody resolves.
  await sendWebhookEvents(api.services, (name, done) => done(new Error(`no address of ${name}`), []));
  const events = receiver.arrived.slice();
  if (events.length !== EVENTS || receiver.processed.size !== EVENTS)
    tally.lost(`${receiver.processed.size} of ${events.length} events were processed, ${EVENTS} happened`);
  const others = new Webhook(newWebhookSecret());
  const post = async ({ headers, body }: Arrived) => {
    tally.tried();
    const signed = Object.fromEntries(SIGNED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
    return (await fetch(receiver.url, { method: 'POST', headers: signed, body })).status;
  };
  return {
    async attack() {
      for (const event of events) {
        const status = await post(event);
        if (status !== 208) tally.leak(`a repeated event: ${status}`);
        for (let tries = 0; tries < ALTERED_OF_EVENT; tries += 1) {
          const way = dice.pick(Object.keys(ALTERED));
          const altered = await post(ALTERED[way]?.(event, others) ?? event);
          if (altered !== 401) tally.leak(`an event with ${way}: ${altered}`);
        }
      }
      if (receiver.processed.size !== EVENTS) tally.leak(`${receiver.processed.size} events were processed, ${EVENTS} happened`);
    },
    close: receiver.close,
  };
}

const withHeader = ({ headers, body }: Arrived, name: (typeof SIGNED)[number], value: string | undefined): Arrived => {
  const { [name]: _, ...rest } = headers;
  return { headers: value === undefined ? rest : { ...rest, [name]: value }, body };
};
const read = ({ headers }: Arrived, name: (typeof SIGNED)[number]) => headers[name] ?? '';
const shifted = (event: Arrived, seconds: number) =>
  withHeader(event, 'webhook-timestamp', String(Number(read(event, 'webhook-timestamp')) + seconds));
/** The event under another id and time, signed by another webhook's secret. */
const signedBy = (event: Arrived, other: Webhook): Arrived => {
  const id = `evt_${randomUUID()}`;
  return withHeader(withHeader(event, 'webhook-id', id), 'webhook-signature', other.sign(id, new Date(), event.body));
};

/** Ways to alter an event. A receiver refuses each. */
const ALTERED: Record<string, (event: Arrived, other: Webhook) => Arrived> = {
  'another id': (event) => withHeader(event, 'webhook-id', `evt_${randomUUID()}`),
  'no id': (event) => withHeader(event, 'webhook-id', undefined),
  'another time': (event) => shifted(event, 1),
  'a time of yesterday': (event) => shifted(event, -86_400),
  'a time of tomorrow': (event) => shifted(event, 86_400),
  'no time': (event) => withHeader(event, 'webhook-timestamp', undefined),
  'a time that is no number': (event) => withHeader(event, 'webhook-timestamp', 'now'),
  'another body': ({ headers, body }) => ({ headers, body: body.replace(/"id":\d+/, '"id":1') }),
  'a blank more': ({ headers, body }) => ({ headers, body: `${body} ` }),
  'no body': ({ headers }) => ({ headers, body: '' }),
  'no signature': (event) => withHeader(event, 'webhook-signature', undefined),
  'half a signature': (event) => withHeader(event, 'webhook-signature', read(event, 'webhook-signature').slice(0, 20)),
  'an empty signature': (event) => withHeader(event, 'webhook-signature', 'v1,'),
  'another version': (event) => withHeader(event, 'webhook-signature', read(event, 'webhook-signature').replace('v1,', 'v2,')),
  'the signature of another webhook': signedBy,
};
