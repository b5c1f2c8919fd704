import { describe, expect, vi } from 'vitest';
import { operationsEndpoints } from '#server/operations/index.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeFarm, type TestClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import { MAX_STRANGER_BYTES } from './body.ts';

test.beforeAll(async ({ client }) => {
  await makeFarm(client.owner);
});

/** A body as from a network: in pieces, without a declared size. */
const inPieces = (text: string, size = 64 * 1024) => {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
    },
  });
};
const post = async (api: TestApi, path: string, text: string, { token = '', isDeclared = true } = {}) => {
  const response = await api.app.fetch(
    new Request(`http://localhost/api/${path}`, {
      method: 'POST',
      headers: {
        ...(token ? { authorization: `JWT ${token}` } : {}),
        ...(isDeclared ? { 'content-length': String(Buffer.byteLength(text)) } : {}),
      },
      body: isDeclared ? text : inPieces(text),
      duplex: 'half',
    } as RequestInit),
  );
  const closes = response.headers.get('connection') === 'close';
  return { status: response.status, closes, errors: ((await response.json()) as { errors: Record<string, { code: unknown }[]> }).errors };
};

test('a refused large body of a stranger is not read to its end', async ({ api, client }) => {
  const large = '['.repeat(1_900_000);
  expect(await post(api, 'auth/jwt/create/', large)).toMatchObject({ status: 413, closes: true });
  expect(await post(api, 'manager/companies/', large)).toMatchObject({ status: 401, closes: true });
  // Signed-in senders receive the refusal before the connection ends.
  expect(await post(api, 'manager/companies/', large, { token: client.owner.token })).toMatchObject({ status: 400, closes: false });
  expect(await post(api, 'auth/jwt/create/', '{}')).toMatchObject({ status: 400, closes: false });
});

test('a terminal with an access key keeps its connection after a large body', async ({ api, client, at }) => {
  const { secret } = await make(client.owner, 'manager/keys/', { farm: at.farm, name: 'Terminal' });
  const response = await api.app.fetch(
    new Request('http://localhost/api/schedule/schedules/1/load/', {
      method: 'PUT',
      headers: { authorization: `Key ${secret}`, 'transfer-encoding': 'chunked' },
      body: inPieces(`{"items":"${'x'.repeat(20_000)}"}`),
      duplex: 'half',
    } as RequestInit),
  );
  expect([response.status, response.headers.get('connection')]).toEqual([400, null]);
});

describe.each([true, false])('a body with a declared size: %s', (isDeclared) => {
  test('a stranger’s body has at most 8 KB', async ({ api }) => {
    const filler = (bytes: number) => JSON.stringify({ login: 'nobody@manger.test', password: 'x'.repeat(bytes) });
    expect((await post(api, 'auth/jwt/create/', filler(1000), { isDeclared })).status).toBe(400);
    expect((await post(api, 'auth/jwt/create/', filler(MAX_STRANGER_BYTES), { isDeclared })).status).toBe(413);
    expect((await post(api, 'auth/jwt/create/', '['.repeat(1_900_000), { isDeclared })).status).toBe(413);
  });

  test('a signed-in person’s body is limited in size and depth while it is read', async ({ api, client }) => {
    const { token } = client.owner;
    const parse = vi.spyOn(JSON, 'parse');
    const deep = await post(api, 'manager/companies/', `{"name":${'['.repeat(1_900_000)}`, { token, isDeclared });
    expect([deep.status, deep.errors.detail?.[0]?.code]).toEqual([400, 1]);
    // Parsing such a body takes seconds.
    expect(parse.mock.calls.filter(([text]) => text.length > 10_000)).toEqual([]);
    parse.mockRestore();
    // Brackets within a text don't nest.
    const name = `"\\"${'[{'.repeat(40_000)}"`;
    expect((await post(api, 'manager/companies/', `{"name":${name}}`, { token, isDeclared })).errors.name?.[0]?.code).toBe(6);
    expect(
      (await post(api, 'manager/companies/', JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) }), { token, isDeclared })).status,
    ).toBe(413);
  });
});

test('half a character is refused at its field by every resource that can be created', async ({ api, client }) => {
  const { token } = client.owner;
  const made = operationsEndpoints.filter(({ method, path, body }) => method === 'post' && body && !path.includes('{'));
  expect(made.length).toBeGreaterThan(15);
  for (const { path } of made) {
    const answer = await post(api, `${path.slice(1)}/`, '{"name":"x","note":{"deep":["\\ud800"]}}', { token });
    expect([path, answer.status, Object.keys(answer.errors)]).toEqual([path, 400, ['note.deep.0']]);
  }
  expect((await post(api, 'manager/companies/', '{"name":"\\ud83d\\udc04"}', { token })).errors).toBeUndefined();
});

describe('large bodies', () => {
  /** Valid rows, padded beyond the size of a large body. `taken` counts the bytes that were read. */
  function largeBody() {
    const text = JSON.stringify({ dry_run: true, rows: [{ name: 'x'.repeat(400 * 1024) }] });
    const bytes = new TextEncoder().encode(text);
    const taken = { bytes: 0 };
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (taken.bytes > 0) await held;
          if (taken.bytes >= bytes.length) return controller.close();
          const piece = bytes.subarray(taken.bytes, taken.bytes + 200 * 1024);
          taken.bytes += piece.length;
          controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    return { body, length: bytes.length, taken, goOn };
  }
  const send = (api: TestApi, { body, length }: ReturnType<typeof largeBody>, { owner }: TestClient) =>
    api.app.fetch(
      new Request('http://localhost/api/manager/ingredients/import/', {
        method: 'POST',
        headers: { authorization: `JWT ${owner.token}`, 'content-length': String(length) },
        body,
        duplex: 'half',
      } as RequestInit),
    );

  test('large bodies are read a few at a time per client; the others wait unread, and beyond the limit get a retry time', async ({
    api,
    client,
  }) => {
    const bodies = Array.from({ length: 30 }, largeBody);
    const answers = bodies.map((body) => send(api, body, client));
    const other = await makeClient(api);
    const theirs = largeBody();
    const answer = send(api, theirs, other);
    const begun = () => bodies.filter(({ taken }) => taken.bytes > 0).length;
    await expect.poll(begun).toBe(2);
    // Another client's body is read meanwhile.
    await expect.poll(() => theirs.taken.bytes).toBeGreaterThan(0);
    theirs.goOn();
    expect((await answer).status).toBeLessThan(429);
    expect(begun()).toBe(2);
    for (const { goOn } of bodies) goOn();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect([statuses.filter((status) => status < 429).length, statuses.filter((status) => status === 429).length]).toEqual([8, 22]);
    // All places are free again.
    const last = largeBody();
    last.goOn();
    expect((await send(api, last, client)).status).toBeLessThan(429);
  });

  test('four slow senders of one client delay no import of another client', async ({ api, client }) => {
    const stop = new AbortController();
    const dripping = () => {
      let pieces = 0;
      return new ReadableStream<Uint8Array>({
        async pull(controller) {
          pieces += 1;
          if (pieces < 4) return controller.enqueue(new Uint8Array(100 * 1024).fill(32));
          await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
          controller.close();
        },
      });
    };
    const people = await Promise.all(
      Array.from({ length: 4 }, async () => (await makeAccount(api, { user_type: 'client', client_id: client.id })).caller),
    );
    const drips = people.map(({ token }) =>
      api.app.fetch(
        new Request('http://localhost/api/auth/me/', {
          method: 'PUT',
          headers: { authorization: `JWT ${token}`, 'transfer-encoding': 'chunked' },
          body: dripping(),
          duplex: 'half',
        } as RequestInit),
      ),
    );
    const other = await makeClient(api);
    const theirs = Array.from({ length: 2 }, largeBody);
    for (const { goOn } of theirs) goOn();
    const answers = await Promise.all(theirs.map((body) => send(api, body, other)));
    expect(answers.map(({ status }) => status < 429)).toEqual([true, true]);
    stop.abort();
    await Promise.all(drips);
  });

  test('don’t count as a database failure if they break off, and free their place', async ({ api, client }) => {
    for (let time = 0; time < 4; time += 1) {
      const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(error) });
      const answer = await send(api, { ...largeBody(), body }, client);
      expect(answer.status).toBe(499);
    }
  });
});
