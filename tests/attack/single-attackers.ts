// Attackers by single ways in a process of their own: single-attackers.ts <url> <seed> <way>…. Reports its start, and the results on `end`.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDice } from './dice.ts';
import { callerAt } from './flood-call.ts';

/** Results by way and status; `cut` if the server closed the connection without an answer. A 503 with a retry time is no fault. */
export type Tried = Record<string, { count: number; faults: number; statuses: Record<string, number> }>;

const [url = '', seed = '1', ...chosen] = process.argv.slice(2);
const dice = createDice(Number(seed));
const { hostname, port } = new URL(url);
const tried: Tried = {};
let isOver = false;

function note(way: string, status: number | 'cut', isFault = false): void {
  tried[way] ??= { count: 0, faults: 0, statuses: {} };
  const of = tried[way];
  of.count += 1;
  of.statuses[status] = (of.statuses[status] ?? 0) + 1;
  if (isFault) of.faults += 1;
}

/** Repeats the work `atOnce` times in parallel. */
function again(work: () => Promise<void>, atOnce: number, pause = 0): void {
  for (let n = 0; n < atOnce; n += 1) {
    void (async () => {
      while (!isOver) {
        await work();
        await sleep(pause);
      }
    })();
  }
}

async function send(way: string, path: string, init: RequestInit): Promise<void> {
  try {
    const response = await fetch(`${url}/api/${path}`, init);
    // Reads and discards the answer.
    for await (const _ of response.body ?? []);
    const { status, headers } = response;
    note(way, status, status >= 500 && !(status === 503 && headers.has('retry-after')));
  } catch {
    note(way, 'cut');
  }
}

/** Resolves at the first of these events. `close` follows an error. */
const first = (socket: Socket, ...events: string[]) =>
  new Promise<void>((resolve) => {
    for (const event of events) socket.once(event, () => resolve());
  });

/** A request with a chunked body that `write` writes. Its status is counted when the connection has ended. */
async function sendChunks(way: string, head: readonly string[], write: (socket: Socket) => Promise<void>): Promise<void> {
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', (data) => {
    if (answer.length < 100) answer += data.toString('latin1');
    // The attacker disconnects after the answer.
    socket.destroy();
  });
  const closed = first(socket, 'close');
  socket.write(`${[...head, `Host: ${hostname}`, 'Content-Type: application/json', 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n`);
  await Promise.race([write(socket), closed]);
  socket.destroy();
  await closed;
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  note(way, Number.isNaN(status) ? 'cut' : status, status >= 500 && status !== 503);
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const JUNK = chunk('x'.repeat(256 * 1024));
const LARGEST = 200 * 1024 * 1024;

/** Endless archives and sign-ins of nobody. */
async function sendEndless(path: string): Promise<void> {
  await sendChunks(`endless ${path}`, [`POST /api/${path} HTTP/1.1`], async (socket) => {
    for (let sent = 0; sent < LARGEST && !isOver && !socket.destroyed; sent += JUNK.length) {
      if (!socket.write(JUNK)) await first(socket, 'drain', 'close');
    }
  });
}

/** Bodies larger than memory accepts, with one blank per second at the end. */
async function drip(token: string): Promise<void> {
  await sendChunks('dripping bodies', ['PUT /api/auth/me/ HTTP/1.1', `Authorization: JWT ${token}`], async (socket) => {
    socket.write(chunk(' '.repeat(300 * 1024)));
    while (!isOver && !socket.destroyed) {
      socket.write(chunk(' '));
      await sleep(1000);
    }
  });
}

const WAYS = {
  async 'endless bodies'() {
    for (const path of ['dashboard/clients/import/', 'auth/jwt/create/', 'auth/jwt/verify/', 'report/shared/look/'])
      again(() => sendEndless(path), 4, 20);
  },
  async 'repeated parameters'() {
    const { token } = await callerAt(url, 'owner2@manger.test');
    const headers = { authorization: `JWT ${token}` };
    const days = 'planned_on_after=2026-01-01&planned_on_before=2026-01-31';
    const full = (text: string) => text.repeat(Math.floor(15_000 / text.length));
    const queries = [full('a=&'), full('farm=1&'), `farm=${full('1,')}`, full('farm=1,2&'), `search=${full('x')}`];
    again(() => send('repeated parameters', `report/planfeed/?${days}&${dice.pick(queries)}`, { headers }), 4);
    again(() => send('repeated parameters', `manager/deliveries/?${dice.pick(queries)}`, { headers }), 4);
  },
  async 'dripping bodies'() {
    const people = await Promise.all(['owner', 'accountant', 'feeder'].map((name) => callerAt(url, `${name}@manger.test`)));
    for (const { token } of people) again(() => drip(token), 4, 100);
    // A person of another client sends large bodies meanwhile.
    const { token } = await callerAt(url, 'owner2@manger.test');
    const body = JSON.stringify({ dry_run: true, rows: [{ name: 'x'.repeat(400 * 1024) }] });
    const headers = { authorization: `JWT ${token}`, 'content-type': 'application/json' };
    again(
      async () => {
        const stop = AbortSignal.timeout(20_000);
        const answered = await fetch(`${url}/api/manager/ingredients/import/`, { method: 'POST', headers, body, signal: stop }).then(
          async (response) => (await response.arrayBuffer()) && response.status,
          () => 'cut' as const,
        );
        note('an import of another client beside drips', answered, !isOver && answered !== 200 && answered !== 400);
      },
      1,
      500,
    );
  },
  async 'wrong sign-ins'() {
    const group = () => dice.upTo(65_536).toString(16);
    const addresses = [() => `2001:db8:1:2:${group()}:${group()}:${group()}:${group()}`, () => `2001:db8:${group()}:${group()}::1`];
    again(
      () =>
        send('wrong sign-ins', 'auth/jwt/create/', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': dice.pick(addresses)() },
          body: JSON.stringify({ login: `nobody-${group()}-${group()}@farm.example`, password: 'not the one' }),
        }),
      64,
    );
  },
} satisfies Record<string, () => Promise<void>>;
export type Way = keyof typeof WAYS;

for (const way of chosen) await WAYS[way as Way]();
process.on('message', () => {
  isOver = true;
  process.send?.(tried);
});
process.send?.('begun');
