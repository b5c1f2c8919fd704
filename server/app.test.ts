import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import pino from 'pino';
import { describe, expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { test } from '#tests/support/test.ts';
import { createApp } from './app.ts';

const ask = (api: TestApi, path: string, init?: RequestInit) => api.app.fetch(new Request(`http://localhost${path}`, init));

describe('the app', () => {
  test('one OpenAPI 3.1 document describes every route', async ({ api }) => {
    const document = (await (await ask(api, '/api/openapi.json')).json()) as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths).length).toBeGreaterThan(80);
    expect(document.paths['/api/schedule/schedules/{id}/load/']?.put).toMatchObject({
      responses: { 200: {}, 400: {}, 401: {}, 403: {}, 404: {}, 409: {} },
    });
  });

  test('the page of the API loads nothing from other hosts and runs no inline script', async ({ api }) => {
    const page = await (await ask(api, '/api/docs')).text();
    const sources = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(sources.length).toBe(3);
    for (const source of sources) expect([source, (await ask(api, source)).status]).toEqual([source, 200]);
    expect(page).not.toMatch(/<script>/);
  });

  test('answers have security headers, with a policy without inline scripts', async ({ api }) => {
    const { headers } = await ask(api, '/api/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('the server reports health and metrics, and gives each request an id', async ({ api }) => {
    const health = await ask(api, '/healthz');
    expect([health.status, ((await health.json()) as { status: string }).status]).toEqual([200, 'ok']);
    const named = await ask(api, '/api/setup/', { headers: { 'x-request-id': 'asked-1' } });
    expect(named.headers.get('x-request-id')).toBe('asked-1');
    expect(await (await ask(api, '/metrics')).text()).toContain('manger_request_seconds_count');
  });

  test('metrics are readable on this machine, and elsewhere with the token', async ({ api }) => {
    const from = (headers: Record<string, string>) => ask(api, '/metrics', { headers: { 'x-forwarded-for': '203.0.113.9', ...headers } });
    expect((await from({})).status).toBe(403);
    expect((await from({ authorization: 'Bearer undefined' })).status).toBe(403);
    const services = { ...api.services, metricsToken: 'a token of the watchers' };
    const watched = createApp({
      services,
      events: { subscribe: () => () => {}, listening: () => 0, close: async () => {} },
      version: 'test',
    });
    const fetchMetrics = (token: string) =>
      watched.fetch(
        new Request('http://localhost/metrics', { headers: { 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${token}` } }),
      );
    expect((await fetchMetrics('a token of the watchers')).status).toBe(200);
    expect((await fetchMetrics('a token')).status).toBe(403);
  });

  test('answers over TLS require TLS for later requests', async ({ api }) => {
    expect((await ask(api, '/api/setup/')).headers.get('strict-transport-security')).toBeNull();
    const services = { ...api.services, publicUrl: 'https://manger.example.com' };
    const secure = createApp({
      services,
      events: { subscribe: () => () => {}, listening: () => 0, close: async () => {} },
      version: 'test',
    });
    const { headers } = await secure.fetch(new Request('http://localhost/api/setup/'));
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('the log never contains secrets of links, with any path before them', async ({ api }) => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const app = createApp({
      services: { ...api.services, log },
      events: { subscribe: () => () => {}, listening: () => 0, close: async () => {} },
      version: 'test',
    });
    for (const before of ['', 'dashboard/clients/1/', 'dashboard/clients/1/farms/2/']) {
      await app.fetch(new Request(`http://localhost/api/${before}report/files/very-secret`));
    }
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain('very-secret');
  });

  test('refuses a body that is too large or is no JSON, without a 5xx', async ({ api }) => {
    const post = (body: string) =>
      ask(api, '/api/auth/jwt/create/', { method: 'POST', body, headers: { 'content-length': String(body.length) } });
    expect((await post(`"${'x'.repeat(3 * 1024 * 1024)}"`)).status).toBe(413);
    expect((await post('{"login":')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
  });

  test('counts the bytes of a body in pieces over a real connection', async ({ api }) => {
    const server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // In pieces unless the length is declared. The answer may arrive before the whole body is sent.
    const post = (body: string, length?: number) =>
      new Promise<number | undefined>((answered, failed) => {
        const headers = {
          'content-type': 'application/json',
          ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
        };
        request({ port, path: '/api/auth/jwt/create/', method: 'POST', headers }, ({ statusCode }) => answered(statusCode))
          .on('error', failed)
          .end(body);
      });
    const long = `"${'x'.repeat(3 * 1024 * 1024)}"`;
    try {
      for (const length of [undefined, 9]) expect(await post('{"login":', length)).toBe(400);
      for (const length of [undefined, long.length]) expect(await post(long, length)).toBe(413);
    } finally {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    }
  });

  test('answers an unknown path with 404 in the common form of errors', async ({ api }) => {
    const answer = await ask(api, '/api/nowhere/');
    expect([answer.status, await answer.json()]).toEqual([404, { errors: { detail: [{ code: 'not_found', message: 'Not found' }] } }]);
  });
});
