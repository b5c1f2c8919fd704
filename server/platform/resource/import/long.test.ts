import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { IN_LINES, ToldLine } from '#contract/progress.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeClient, makeFarm, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let api: TestApi;
let server: ServerType;
let root: string;
let client: TestClient;
let at: TestFarm;
let feed: { id: number };

test.beforeAll(async ({ api: installation }) => {
  api = installation;
  // A real connection, because the test breaks it.
  server = await new Promise((resolve) => {
    const started: ServerType = serve({ fetch: api.app.fetch, port: 0 }, () => resolve(started));
  });
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
});
test.afterAll(() => new Promise((resolve) => server.close(resolve)));
test.beforeEach(async () => {
  client = await makeClient(api);
  at = await makeFarm(client.owner);
  feed = await makeIngredient(client.owner, at);
});

const deliveries = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    farm: at.farm,
    delivery_type: 'delivery',
    ingredient: feed.id,
    value: index + 1,
    price: 2,
    delivered_at: '2026-02-10T08:00',
    ...more,
  }));

const send = (body: object, accept: string, signal?: AbortSignal) =>
  fetch(`${root}manager/deliveries/import/`, {
    method: 'POST',
    headers: { authorization: `JWT ${client.owner.token}`, 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });

async function readLines(response: Response): Promise<ToldLine[]> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, IN_LINES]);
  const lines = (await response.text()).trimEnd().split('\n');
  return lines.map((line) => ToldLine.parse(JSON.parse(line)));
}
const rest = async () => (await client.owner.get(`manager/ingredients/${feed.id}/`)).data.rest;
const count = async () => (await client.owner.get('manager/deliveries/')).count;

/** While `work` runs, another transaction locks the ingredient, so that the import of deliveries waits in the middle. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  await api.database
    .forClient(client.id)
    .transaction()
    .execute(async (tx) => {
      await sql`select from ingredient where client_id = ${client.id} and id = ${feed.id} for update`.execute(tx);
      await work();
    });
}
const waiting = async () =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      api.database.acrossClients(),
    )
  ).rows.length;
const inTransaction = async () =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(
      api.database.acrossClients(),
    )
  ).rows.length;

describe('a long file', () => {
  test('reports its progress to clients that ask for it, and then its answer', async () => {
    for (const dry_run of [true, false]) {
      const lines = await readLines(await send({ rows: deliveries(1200), dry_run }, IN_LINES));
      const done = lines.flatMap((line) => ('done' in line ? [line.done as number] : []));
      expect(done.length).toBeGreaterThan(5);
      expect(done).toEqual(done.toSorted((a, b) => a - b));
      expect([done[0], lines.at(-1)]).toMatchObject([0, { status: 200, data: { created: 1200 } }]);
    }
    expect([await count(), await rest()]).toEqual([1200, (1200 * 1201) / 2]);
    const plain = await send({ rows: deliveries(1) }, 'application/json');
    expect([plain.status, await plain.json()]).toMatchObject([200, { data: { created: 1 } }]);
  });

  test('reports errors in the last line, with their status', async () => {
    const lines = await readLines(await send({ rows: [...deliveries(2), ...deliveries(1, { value: -1 })] }, IN_LINES));
    expect(lines.at(-1)).toMatchObject({ status: 400, errors: { 'rows.2.value': [{ code: 9 }, {}] } });
    expect(await count()).toBe(0);
    const refused = await send({ rows: [] }, IN_LINES);
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: { rows: [{}] } }]);
  });

  test.each([IN_LINES, 'application/json'])('that is cancelled, or whose line breaks, leaves nothing (%s)', async (accept) => {
    const stop = new AbortController();
    await whileHeld(async () => {
      const sent = send({ rows: deliveries(1200) }, accept, stop.signal).then((response) => response.text());
      await expect.poll(waiting).toBe(1);
      stop.abort();
      await expect(sent).rejects.toThrow();
    });
    await expect.poll(inTransaction).toBe(0);
    expect([await count(), await rest()]).toEqual([0, 0]);
    // The same file can be imported afterwards.
    const repeated = await send({ rows: deliveries(1200) }, accept);
    expect([repeated.status, (await repeated.text()).includes('"created":1200')]).toEqual([200, true]);
    expect(await count()).toBe(1200);
  });
});
