import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendWebhookEvents } from '#server/operations/webhooks/outbox.ts';
import { addressList } from '#server/platform/http/address.ts';
import { postSafely } from '#server/platform/http/post.ts';
import type { Resolve } from '#server/platform/http/safe-address.ts';
import { deliver } from '#tests/support/factories.ts';
import type { Dice } from './dice.ts';
import type { Site } from './tenants.ts';

/** Addresses of a round: written as a number, and behind names. */
const LITERALS = 60;
const NAMES = 60;
/** Webhooks of a round that are created, get an event and send it. */
const WHOLE = 4;
const NONE = addressList([]);

const part = (dice: Dice) => dice.upTo(256);
const NETWORKS: readonly ((dice: Dice) => number[])[] = [
  () => [127, 0, 0, 1],
  (dice) => [127, part(dice), part(dice), part(dice)],
  (dice) => [10, part(dice), part(dice), part(dice)],
  (dice) => [172, 16 + dice.upTo(16), part(dice), part(dice)],
  (dice) => [192, 168, part(dice), part(dice)],
  () => [169, 254, 169, 254],
  (dice) => [169, 254, part(dice), part(dice)],
  (dice) => [100, 64 + dice.upTo(64), part(dice), part(dice)],
  (dice) => [0, part(dice), part(dice), part(dice)],
  (dice) => [198, 18 + dice.upTo(2), part(dice), part(dice)],
  (dice) => [192, 0, dice.pick([0, 2]), part(dice)],
  (dice) => [224 + dice.upTo(32), part(dice), part(dice), part(dice)],
];
const hex = (value: number) => value.toString(16);
const toInteger = ([a = 0, b = 0, c = 0, d = 0]: number[]) => ((a * 256 + b) * 256 + c) * 256 + d;
const toGroups = ([a = 0, b = 0, c = 0, d = 0]: number[]) => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
/** Ways to write an IPv4 address in a URL. */
const FORMS: readonly ((bytes: number[]) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => String(toInteger(bytes)),
  (bytes) => `0x${hex(toInteger(bytes))}`,
  (bytes) => `0${toInteger(bytes).toString(8)}`,
  (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  (bytes) => bytes.map((byte) => `0X${hex(byte)}`).join('.'),
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a = 0, b = 0, c = 0, d = 0]) => `${a}.0x${hex(b)}.${c * 256 + d}`,
  (bytes) => bytes.join('.').replace(/^\d/, (digit) => `%3${digit}`),
  (bytes) => bytes.join('.').replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (bytes) => bytes.join('.').replaceAll('.', '。'),
  (bytes) => `[::ffff:${bytes.join('.')}]`,
  (bytes) => `[::ffff:${toGroups(bytes)}]`,
  (bytes) => `[0:0:0:0:0:ffff:${toGroups(bytes)}]`,
  (bytes) => `[::ffff:0:${toGroups(bytes)}]`,
  (bytes) => `[::${toGroups(bytes)}]`,
  (bytes) => `[64:ff9b::${toGroups(bytes)}]`,
  (bytes) => `[64:ff9b:1::${toGroups(bytes)}]`,
  (bytes) => `[2002:${toGroups(bytes)}::1]`,
  (bytes) => `[2001:0:${toGroups(bytes)}::]`,
];
const INSIDE_IPV6 = [
  '::',
  '::1',
  'fe80::1',
  'febf::1',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
];

const pickHost = (dice: Dice) => (dice.happens(0.15) ? `[${dice.pick(INSIDE_IPV6)}]` : dice.pick(FORMS)(dice.pick(NETWORKS)(dice)));
const pickAddress = (dice: Dice) => {
  if (dice.happens(0.3)) return { address: dice.pick([...INSIDE_IPV6, '::ffff:127.0.0.1', '64:ff9b::7f00:1']), family: 6 };
  return { address: dice.pick(NETWORKS)(dice).join('.'), family: 4 };
};
const PUBLIC = { address: '93.184.216.34', family: 4 };

/** A server inside the network. Nothing may connect to it, except where the operator allows it. */
async function startInside() {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(request.url === '/redirect' ? 302 : 200, { location: '/secret' }).end();
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    paths,
    count: () => connections,
    close: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

/** Webhooks to addresses that aren't public: as numbers in any form, by name, by a name that changes, and by a redirect. */
export async function attackAddresses(site: Site): Promise<{ attack(): Promise<void>; close(): Promise<void> }> {
  const { api, tally, dice } = site;
  const inside = await startInside();
  api.services.webhookNetworks = NONE;
  const send = (host: string, resolve?: Resolve, allowed = NONE) =>
    postSafely({
      url: `${dice.pick(['http', 'https'])}://${host}:${inside.port}/`,
      headers: {},
      body: '{}',
      allowed,
      ...(resolve ? { resolve } : {}),
    });
  const expectRefused = async (what: string, sent: ReturnType<typeof postSafely>) => {
    tally.tried();
    const before = inside.count();
    const { error, status } = await sent;
    if (error !== 'refused_address' || inside.count() !== before) tally.leak(`${what}: ${error} ${status}`);
  };
  return {
    async attack() {
      for (let tries = 0; tries < LITERALS; tries += 1) {
        const host = pickHost(dice);
        await expectRefused(host, send(host));
        await demandRefusedAtCreation(site, `https://${host}/`);
      }
      for (let tries = 0; tries < NAMES; tries += 1) {
        const answers = dice.shuffled([pickAddress(dice), ...(dice.happens(0.5) ? [PUBLIC, pickAddress(dice)] : [])]);
        await expectRefused(
          `a name of ${JSON.stringify(answers)}`,
          send('name.test', (_, done) => done(null, answers)),
        );
      }
      await attackByRebinding(site, inside);
      await attackByRedirect(site, inside);
      for (let tries = 0; tries < WHOLE; tries += 1) await attackWhole(site, inside);
    },
    close: inside.close,
  };
}

async function demandRefusedAtCreation({ mine, tally }: Site, url: string): Promise<void> {
  tally.tried();
  const body = { farm: mine.idFor('', 'farm'), url, events: ['delivery.created'] };
  const { status, errors } = await mine.client.owner.post('manager/webhooks/', body);
  if (status >= 500) tally.fault(`webhook to ${url}: ${status}`);
  else if (status !== 400 || !errors.url) tally.leak(`webhook to ${url}: ${status} ${JSON.stringify(errors)}`);
}

type Inside = Awaited<ReturnType<typeof startInside>>;

/** The first address of the name is allowed, each later one isn't: one connection resolves once and goes to the checked address. */
async function attackByRebinding({ dice, tally }: Site, { port, paths }: Inside): Promise<void> {
  let resolved = 0;
  const others = [pickAddress(dice)];
  const changing: Resolve = (_, done) => {
    resolved += 1;
    done(null, resolved === 1 ? [{ address: '127.0.0.1', family: 4 }] : others);
  };
  const send = (allowed: string[]) =>
    postSafely({ url: `http://rebind.test:${port}/first`, headers: {}, body: '{}', allowed: addressList(allowed), resolve: changing });
  const arrived = paths.length;
  const first = await send(['127.0.0.1/32']);
  if (first.error !== '' || resolved !== 1 || paths.length !== arrived + 1)
    tally.leak(`a changing name: ${first.error}, resolved ${resolved} times`);
  // Also as an IPv6 address, the allowed one stays allowed.
  if (others[0]?.address.endsWith('127.0.0.1')) return;
  const second = await send(['127.0.0.1/32']);
  if (second.error !== 'refused_address' || paths.length !== arrived + 1)
    tally.leak(`a changed name ${JSON.stringify(others)}: ${second.error}`);
  tally.tried(2);
}

async function attackByRedirect({ tally }: Site, { port, paths }: Inside): Promise<void> {
  tally.tried();
  const { error } = await postSafely({
    url: `http://127.0.0.1:${port}/redirect`,
    headers: {},
    body: '{}',
    allowed: addressList(['127.0.0.1/32']),
  });
  if (error !== 'redirect' || paths.includes('/secret')) tally.leak(`a redirect: ${error}`);
}

/** A webhook by name that an owner creates: its event is refused at the connection, and the owner sees the reason. */
async function attackWhole({ api, mine, dice, tally }: Site, { port, count }: Inside): Promise<void> {
  tally.tried();
  const { owner } = mine.client;
  const farm = mine.idFor('', 'farm');
  const url = `https://${dice.upTo(1e9)}.hooks.test:${port}/`;
  const { data } = await owner.post('manager/webhooks/', { farm, url, events: ['delivery.created'] });
  await deliver(owner, { farm } as Parameters<typeof deliver>[1], Number(mine.rows.get('/manager/ingredients')?.id), 10, 2);
  const before = count();
  await sendWebhookEvents(api.services, (_, done) => done(null, [pickAddress(dice)]));
  const events = (await owner.get(`manager/webhooks/${data.id}/events/`)).data;
  if (count() !== before || events[0]?.error !== 'refused_address') tally.leak(`${url}: ${JSON.stringify(events[0])}`);
  await owner.delete(`manager/webhooks/${data.id}/`);
}
