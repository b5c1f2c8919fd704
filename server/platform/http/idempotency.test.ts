import { sql } from 'kysely';
import { expect } from 'vitest';
import { sweepIdempotencyKeys } from '#server/platform/http/idempotency.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const TYPES = 'manager/animaltypes/';

/** Posts a new animal type with a key; returns the status, the body and whether the answer is a repeated one. */
async function post(api: TestApi, token: string, key: string, name: string, path = TYPES) {
  const response = await api.app.fetch(
    new Request(`http://localhost/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name }),
    }),
  );
  const { data, errors } = (await response.json()) as { data?: { id: number }; errors?: Record<string, { code: unknown }[]> };
  return { status: response.status, data, errors, repeated: response.headers.get('idempotency-replayed') };
}

const countTypes = async (api: TestApi, client: number, name: string) =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from animal_type where name = ${name}`.execute(api.database.forClient(client))).rows[0]
      ?.n,
  );

test('a repeated request gets the first answer and writes nothing again', async ({ api, client }) => {
  const first = await post(api, client.owner.token, 'repeat-1', 'Heifers');
  expect([first.status, first.repeated]).toEqual([201, null]);
  const second = await post(api, client.owner.token, 'repeat-1', 'Heifers');
  expect(second).toEqual({ ...first, repeated: 'true' });
  expect(await countTypes(api, client.id, 'Heifers')).toBe(1);
});

test('a key of another request is refused with 409 at the header', async ({ api, client }) => {
  await post(api, client.owner.token, 'other-1', 'Bulls');
  const { status, errors } = await post(api, client.owner.token, 'other-1', 'Calves');
  expect([status, errors?.['Idempotency-Key']?.[0]?.code]).toEqual([409, 5]);
  expect(await countTypes(api, client.id, 'Calves')).toBe(0);
});

test('ten concurrent equal requests write once; nine of them get the answer or 409', async ({ api, client }) => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(api, client.owner.token, 'race-1', 'Dry cows')));
  expect(await countTypes(api, client.id, 'Dry cows')).toBe(1);
  expect(answers.filter(({ status, repeated }) => status === 201 && repeated === null)).toHaveLength(1);
  for (const { status, repeated } of answers)
    expect([`${status} ${repeated}`]).toContainEqual(expect.stringMatching(/^(201 null|201 true|409 null)$/));
  expect((await post(api, client.owner.token, 'race-1', 'Dry cows')).repeated).toBe('true');
});

test('a refused request leaves its key free', async ({ api, client }) => {
  expect((await post(api, client.owner.token, 'free-1', '')).status).toBe(400);
  expect((await post(api, client.owner.token, 'free-1', 'Goats')).status).toBe(201);
});

test('keys of another sender are independent', async ({ api, client }) => {
  const other = await makeClient(api);
  expect((await post(api, client.owner.token, 'shared-1', 'Sheep')).status).toBe(201);
  expect((await post(api, other.owner.token, 'shared-1', 'Sheep')).repeated).toBe(null);
  expect(await countTypes(api, other.id, 'Sheep')).toBe(1);
});

test('after 24 hours a key is free again, and the sweep deletes its answer', async ({ api, client }) => {
  const age = () => sql`update idempotency_key set created_at = created_at - interval '25 hours'`.execute(api.database.acrossClients());
  await post(api, client.owner.token, 'old-1', 'Ewes');
  await age();
  expect((await post(api, client.owner.token, 'old-1', 'Lambs')).status).toBe(201);
  await age();
  await sweepIdempotencyKeys(api.services);
  const { rows } = await sql`select key from idempotency_key`.execute(api.database.acrossClients());
  expect(rows).toEqual([]);
});

test('a key of more than 255 or of invisible characters is refused', async ({ api, client }) => {
  for (const key of ['x'.repeat(256), 'two words']) {
    const { status, errors } = await post(api, client.owner.token, key, 'Rams');
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ['Idempotency-Key']]);
  }
});
