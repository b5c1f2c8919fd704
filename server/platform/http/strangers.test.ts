import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'vitest';
import { adminEndpoints } from '#server/admin/index.ts';
import { type Door, takePort } from '#server/http.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import type { TestApi } from '#tests/support/api.ts';
import { test } from '#tests/support/test.ts';
import { MAX_STRANGER_BYTES } from './body.ts';
import type { Endpoint } from './endpoint.ts';

/** Unread bytes that a connection can contain: the kernel's and Node's buffers. */
const BUFFERS = 256 * 1024;
const ENOUGH = 8 * 1024 * 1024;

const PUBLIC: readonly Endpoint[] = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].filter(
  ({ scope }) => scope === 'public',
);
const fillPath = (path: string) => `/api${path.replace(/\{id\}/g, '1').replace(/\{\w+\}/g, 'x')}/`;
const ALL = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].map((endpoint) => ({
  ...{ method: endpoint.method.toUpperCase(), path: fillPath(endpoint.path) },
  // An endpoint that needs neither a sender nor a body answers normally.
  mayAnswer: endpoint.scope === 'public' && endpoint.body === undefined,
}));
const BESIDE = ['GET /api/about/', 'GET /api/events/', 'GET /healthz', 'POST /healthz', 'POST /metrics', 'POST /api/nowhere/', 'PUT /'];

interface Ended {
  status: number | undefined;
  /** Bytes that the server read from the connection. */
  bytesRead: number;
}

let door: Door;
let port: number;
const connections = new Map<number, Socket>();

/** The production listener before an app, with access to its connections. */
async function openDoor(app: TestApi['app']): Promise<Door> {
  const opened = await takePort('127.0.0.1', 0);
  const listener = getRequestListener(app.fetch);
  opened.open((request: IncomingMessage, response) => {
    connections.set(request.socket.remotePort ?? 0, request.socket);
    void listener(request, response);
  });
  return opened;
}

/** Sends an endless chunked body until the server ends the connection. */
async function sendEndless(at: number, method: string, path: string, piece: string): Promise<Ended> {
  const socket = connect(at, '127.0.0.1');
  await once(socket, 'connect');
  const own = socket.localPort ?? 0;
  let answer = '';
  let sent = 0;
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const send = () => {
    while (!socket.destroyed && sent < ENOUGH) {
      sent += piece.length;
      if (!socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)) return void socket.once('drain', send);
    }
    if (sent >= ENOUGH) socket.destroy();
  };
  send();
  await closed;
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  return { status: Number.isNaN(status) ? undefined : status, bytesRead: connections.get(own)?.bytesRead ?? 0 };
}

test.beforeAll(async ({ api }) => {
  door = await openDoor(api.app);
  port = Number(new URL(door.address).port);
});
test.afterAll(() => door.close());

const PIECE = `{"login":"${'x'.repeat(16 * 1024)}`;

test('every endpoint refuses an endless body of a stranger after at most 8 KB', async () => {
  expect(ALL.length).toBeGreaterThan(400);
  const beside = BESIDE.map((line) => ({ method: line.split(' ')[0] ?? '', path: line.split(' ')[1] ?? '', mayAnswer: true }));
  const wrong: string[] = [];
  for (const { method, path, mayAnswer } of [...ALL, ...beside]) {
    const { status, bytesRead } = await sendEndless(port, method, path, PIECE);
    const isRefused = mayAnswer ? status !== undefined && status < 500 : status === 401 || status === 413;
    if (!isRefused || bytesRead > MAX_STRANGER_BYTES + BUFFERS) wrong.push(`${method} ${path}: ${status} after ${bytesRead} bytes`);
  }
  expect(wrong).toEqual([]);
});

test('endpoints that read bodies of strangers refuse an endless one after 8 KB', async () => {
  const reading = PUBLIC.filter(({ body }) => body);
  expect(reading.length).toBeGreaterThan(5);
  for (const { method, path } of reading) {
    expect([path, (await sendEndless(port, method.toUpperCase(), fillPath(path), PIECE)).status]).toEqual([path, 413]);
  }
});
