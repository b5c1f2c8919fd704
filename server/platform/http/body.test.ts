import { describe, expect } from 'vitest';
import { operationsEndpoints } from '#server/operations/index.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeFarm, type TestClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import { MAX_STRANGER_BYTES } from './body.ts';

test.beforeAll(async ({ client }) => {
  await makeFarm(client.owner);
});

/** As it comes over a network: in pieces, of a size that isn't told. */
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
const post = async (api: TestApi, path: string, text: string, { token = '', told = true } = {}) => {
  const response = await api.app.fetch(
    new Request(`http://localhost/api/${path}`, {
      method: 'POST',
      headers: {
        ...(token ? { authorization: `JWT ${token}` } : {}),
        ...(told ? { 'content-length': String(Buffer.byteLength(text)) } : {}),
      },
      body: told ? text : inPieces(text),
      duplex: 'half',
    } as RequestInit),
  );
  const closes = response.headers.get('connection') === 'close';
  return { status: response.status, closes, errors: ((await response.json()) as { errors: Record<string, { code: unknown }[]> }).errors };
};

test('a large body of a stranger that is refused is not taken in to its end', async ({ api, client }) => {
  const large = '['.repeat(1_900_000);
  expect(await post(api, 'auth/jwt/create/', large)).toMatchObject({ status: 413, closes: true });
  expect(await post(api, 'manager/companies/', large)).toMatchObject({ status: 401, closes: true });
  // Whoever signed in reads the refusal before the connection ends.
  expect(await post(api, 'manager/companies/', large, { token: client.owner.token })).toMatchObject({ status: 400, closes: false });
  expect(await post(api, 'auth/jwt/create/', '{}')).toMatchObject({ status: 400, closes: false });
});

test('a terminal that names itself by a key keeps its connection after a large body', async ({ api, client, at }) => {
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

describe.each([true, false])('a body whose size is told: %s', (told) => {
  test('of a stranger has 8 KB at most', async ({ api }) => {
    const filler = (bytes: number) => JSON.stringify({ login: 'nobody@manger.test', password: 'x'.repeat(bytes) });
    expect((await post(api, 'auth/jwt/create/', filler(1000), { told: told })).status).toBe(400);
    expect((await post(api, 'auth/jwt/create/', filler(MAX_STRANGER_BYTES), { told: told })).status).toBe(413);
    expect((await post(api, 'auth/jwt/create/', '['.repeat(1_900_000), { told: told })).status).toBe(413);
  });

  test('of somebody signed in is bounded in size and depth while it is read', async ({ api, client }) => {
    const { token } = client.owner;
    const started = performance.now();
    const deep = await post(api, 'manager/companies/', `{"name":${'['.repeat(1_900_000)}`, { token, told: told });
    expect([deep.status, deep.errors.detail?.[0]?.code]).toEqual([400, 1]);
    expect(performance.now() - started).toBeLessThan(2000);
    // Brackets in a text nest nothing.
    const name = `"\\"${'[{'.repeat(40_000)}"`;
    expect((await post(api, 'manager/companies/', `{"name":${name}}`, { token, told: told })).errors.name?.[0]?.code).toBe(6);
    expect(
      (await post(api, 'manager/companies/', JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) }), { token, told: told })).status,
    ).toBe(413);
  });
});

test('half a character is refused at its field, by every resource that is made', async ({ api, client }) => {
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
  /** Rows that nobody would have to send, padded beyond what is large; `taken` tells how much of them was read. */
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

  test('are read a few at a time of one client, however many come: the others wait unread, and beyond measure are told when to come again', async ({
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
    // Another client's is read meanwhile.
    await expect.poll(() => theirs.taken.bytes).toBeGreaterThan(0);
    theirs.goOn();
    expect((await answer).status).toBeLessThan(429);
    expect(begun()).toBe(2);
    for (const { goOn } of bodies) goOn();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect([statuses.filter((status) => status < 429).length, statuses.filter((status) => status === 429).length]).toEqual([8, 22]);
    // All turns are back.
    const last = largeBody();
    last.goOn();
    expect((await send(api, last, client)).status).toBeLessThan(429);
  });

  test('four people of one client who send slowly hold up no import of another client', async ({ api, client }) => {
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

  test('that are broken off are no fault of the database, and give their turn back', async ({ api, client }) => {
    for (let time = 0; time < 4; time += 1) {
      const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
      const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(error) });
      const answer = await send(api, { ...largeBody(), body }, client);
      expect(answer.status).toBe(499);
    }
  });
});
