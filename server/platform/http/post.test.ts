import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressList } from './address.ts';
import { postSafely } from './post.ts';
import { checkAddress, type Resolve } from './safe-address.ts';

const NONE = addressList([]);
const LOOPBACK = addressList(['127.0.0.0/8', '::1']);

let server: Server;
let port: number;
let status = 200;
const received: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ url: request.url ?? '', headers: request.headers, body });
    response.writeHead(status, { location: '/elsewhere' }).end('answer');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const send = (url: string, allowed = LOOPBACK, resolve?: Resolve) =>
  postSafely({
    url,
    headers: { 'webhook-id': 'evt_1_1', 'content-type': 'application/json' },
    body: '{"a":1}',
    allowed,
    ...(resolve ? { resolve } : {}),
  });

test('an event is posted whole, and each answer has its outcome', async () => {
  expect(await send(`http://127.0.0.1:${port}/hook`)).toEqual({ status: 200, error: '' });
  expect(received.at(-1)).toMatchObject({
    url: '/hook',
    body: '{"a":1}',
    headers: { 'webhook-id': 'evt_1_1', 'content-type': 'application/json' },
  });
  for (const [answer, error] of [
    [204, ''],
    [500, 'status'],
    [404, 'status'],
    [410, 'gone'],
  ] as const) {
    status = answer;
    expect(await send(`http://127.0.0.1:${port}/hook`)).toEqual({ status: answer, error });
  }
  expect(await send('http://127.0.0.1:9/hook')).toEqual({ status: null, error: 'unreachable' });
});

test.for([301, 302, 307, 308])('a redirect (%i) is an error and is not followed', async (answer) => {
  status = answer;
  const before = received.length;
  expect(await send(`http://127.0.0.1:${port}/hook`)).toEqual({ status: answer, error: 'redirect' });
  expect(received.slice(before).map(({ url }) => url)).toEqual(['/hook']);
});

test.for([
  'http://127.0.0.1',
  'http://127.9.9.9',
  'http://localhost',
  'http://2130706433',
  'http://0x7f.1',
  'http://0.0.0.0',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'https://10.0.0.1',
  'https://172.31.0.1',
  'https://192.168.1.1',
  'https://169.254.169.254',
  'https://100.64.0.1',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://[64:ff9b::7f00:1]',
  'https://[2002:7f00:1::]',
  'https://224.0.0.1',
])('%s gets no connection', async (address) => {
  status = 200;
  const before = received.length;
  expect(await send(`${address}:${port}/hook`, NONE)).toEqual({ status: null, error: 'refused_address' });
  expect(received.length).toBe(before);
});

test('public addresses are safe with TLS, and allowed networks also without', () => {
  const https = checkAddress(new URL('https://x.test'), LOOPBACK);
  const http = checkAddress(new URL('http://x.test'), LOOPBACK);
  for (const address of ['1.1.1.1', '8.8.8.8', '2606:4700::1111', '127.0.0.1', '::1'])
    expect([address, https(address)]).toEqual([address, true]);
  expect([http('1.1.1.1'), http('127.0.0.1'), https('10.0.0.1'), https('x')]).toEqual([false, true, false, false]);
});

test('a name that resolves differently the second time is refused', async () => {
  const answers = ['93.184.216.34', '127.0.0.1'];
  const resolved: string[] = [];
  const rebinding: Resolve = (name, done) => {
    resolved.push(name);
    done(null, [{ address: answers[Math.min(resolved.length, answers.length) - 1] ?? '', family: 4 }]);
  };
  const before = received.length;
  // The first answer is public, and the connection goes to that very address: without TLS it is refused, and nothing resolves again.
  expect(await send(`http://rebind.test:${port}/hook`, NONE, rebinding)).toEqual({ status: null, error: 'refused_address' });
  expect(resolved).toEqual(['rebind.test']);
  expect(await send(`https://rebind.test:${port}/hook`, NONE, rebinding)).toEqual({ status: null, error: 'refused_address' });
  expect([resolved.length, received.length]).toEqual([2, before]);
});

test('a name with one public and one private address is refused', async () => {
  const both: Resolve = (_, done) =>
    done(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]);
  expect(await send(`https://both.test:${port}/hook`, NONE, both)).toEqual({ status: null, error: 'refused_address' });
});

test('a connection uses the checked address of a name', async () => {
  status = 200;
  const local: Resolve = (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
  expect(await send(`http://hook.test:${port}/by-name`, LOOPBACK, local)).toEqual({ status: 200, error: '' });
  expect(received.at(-1)).toMatchObject({ url: '/by-name', headers: { host: `hook.test:${port}` } });
});
