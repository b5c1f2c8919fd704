import { sql } from 'kysely';
import { expect } from 'vitest';
import { monthNumbers } from '#common/files/forms/month-numbers.ts';
import { IN_LINES } from '#contract/progress.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeClient, makeFarm, type TestClient } from '#tests/support/factories.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { test as base } from '#tests/support/test.ts';

const path = 'manager/months/';
let stranger: number;
let farms: number[];

const test = base.override({ now: '2026-04-02T09:00:00Z' });
test.beforeAll(async ({ api }) => {
  stranger = (await makeFarm((await makeClient(api)).owner)).farm;
});
test.beforeEach(async ({ client }) => {
  farms = [];
  for (let at = 0; at < 3; at += 1) farms.push((await makeFarm(client.owner)).farm);
});

const close = (client: TestClient, month: string, of = farms) => client.owner.post(`${path}close/`, { farms: of, month });
const closings = async (client: TestClient) => (await client.owner.get(`${path}?${farms.map((farm) => `farm=${farm}`).join('&')}`)).data;
const db = (api: TestApi) => api.database.acrossClients();
const code = (answer: { status: number; errors?: Record<string, { code: unknown }[]> }) => [
  answer.status,
  ...Object.entries(answer.errors ?? {}).map(([field, [first]]) => `${field} ${first?.code}`),
];

test('a month is closed at several farms in one step, each with a number of its own', async ({ api, client }) => {
  const { status, data, count } = await close(client, '2026-03');
  expect([status, count]).toEqual([201, 3]);
  expect(data.map((row: Record<string, unknown>) => [row.farm, row.month, row.number, row.version])).toEqual(
    farms.map((farm) => [farm, '2026-03', 1, 1]),
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from history where resource = 'month_closes' and farm_id = any(${farms})`.execute(db(api));
  expect(rows).toEqual([{ count: 3 }]);
});

test('a close that breaks at the second farm closes nothing', async ({ api, client }) => {
  await sql`create function break_close() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(db(api));
  await sql`create trigger break_close before insert on month_close for each row when (new.farm_id = ${sql.lit(farms[1])}) execute function break_close()`.execute(
    db(api),
  );
  try {
    expect((await close(client, '2026-03')).status).toBe(500);
    expect(await closings(client)).toEqual([]);
    const { rows } = await sql`
      select farm_id from month_close where farm_id = any(${farms}) union all select farm_id from month_closing where farm_id = any(${farms})
      union all select farm_id from history where resource = 'month_closes' and farm_id = any(${farms})`.execute(db(api));
    expect(rows).toEqual([]);
  } finally {
    await sql`drop trigger break_close on month_close`.execute(db(api));
  }
  expect((await close(client, '2026-03')).status).toBe(201);
  expect(await closings(client)).toHaveLength(3);
});

test('a month that is closed at one of the farms is refused at its place, and stays open at the others', async ({ client }) => {
  expect((await close(client, '2026-02', [farms[1]!])).status).toBe(201);
  expect(code(await close(client, '2026-02'))).toEqual([409, 'farms.1 month_closed']);
  expect((await closings(client)).map((row: { farm: number }) => row.farm)).toEqual([farms[1]]);
});

test('two who close the same farms at once close them once', async ({ client }) => {
  const answers = await Promise.all([close(client, '2026-01'), close(client, '2026-01', farms.toReversed())]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const rows = await closings(client);
  expect(rows.map((row: Record<string, unknown>) => [row.number, row.version])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
});

const requestClose = (api: TestApi, client: TestClient, signal?: AbortSignal) =>
  api.app.fetch(
    new Request(`http://localhost/api/${path}close/`, {
      method: 'POST',
      headers: { authorization: `JWT ${client.owner.token}`, accept: IN_LINES, 'content-type': 'application/json' },
      body: JSON.stringify({ farms, month: '2026-03' }),
      ...(signal ? { signal } : {}),
    }),
  );

test('closing streams its progress, and a cancelled request closes nothing', async ({ api, client }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let writing = () => {};
  const isWriting = new Promise<void>((resolve) => {
    writing = resolve;
  });
  // Somebody writes into a month of the last farm, so that the close waits for them after two.
  const writer = api.database
    .forClient(client.id)
    .transaction()
    .execute(async (tx) => {
      await sql`select month_is_open(${client.id}, ${farms[2]}, '2026-03-05')`.execute(tx);
      writing();
      await released;
    });
  await isWriting;
  const stop = new AbortController();
  const reader = (await requestClose(api, client, stop.signal)).body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes('0.66')) text += decoder.decode((await reader.read()).value);
  stop.abort();
  release();
  await writer;
  await reader.cancel().catch(() => {});
  // The next request blocks until the locks of the cancelled request are released.
  const { status } = await close(client, '2026-02');
  expect(status).toBe(201);
  expect((await closings(client)).map((row: { month: string }) => row.month)).toEqual(['2026-02', '2026-02', '2026-02']);

  const lines = (await (await requestClose(api, client)).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.slice(0, -1).map(({ done }) => Math.round(done * 100))).toEqual([0, 33, 67, 100]);
  expect(lines.at(-1)).toMatchObject({ status: 201, count: 3 });
});

test.for([
  ['no farms', { farms: [], month: '2026-03' }, [400, 'farms 3']],
  ['a month that there isn’t', { month: '2026-13' }, [400, 'month 1']],
  ['a month that isn’t over', { month: '2026-04' }, [400, 'month 8']],
  ['nothing at all', { farms: undefined, month: undefined }, [400, 'farms 2', 'month 2']],
] as const)('%s is refused at its field', async ([_, body, expected], { client }) => {
  expect(code(await client.owner.post(`${path}close/`, { farms, ...body }))).toEqual(expected);
  expect(await closings(client)).toEqual([]);
});

test('a farm named twice, or of somebody else, is refused at its field', async ({ client }) => {
  expect(code(await close(client, '2026-03', [farms[0]!, farms[0]!]))).toEqual([400, 'farms 5']);
  expect(code(await close(client, '2026-03', [farms[0]!, stranger]))).toEqual([400, 'farms.1 23']);
  expect(await closings(client)).toEqual([]);
});

test('the number in a draft is the one that the close assigns, in any order of closing and opening months', async ({ client }) => {
  const roll = dice(15);
  const [farm] = farms as [number];
  for (let turn = 0; turn < 25; turn += 1) {
    const all = (await client.owner.get(`${path}?farm=${farm}&page_size=1000`)).data;
    const month = `${roll.chance(0.3) ? 2024 : 2025}-${String(roll.whole(1, 5)).padStart(2, '0')}`;
    const { numberOf, draftNumberOf } = monthNumbers(all);
    const fixed = numberOf(`${month}-15`);
    if (all.some((one: { closed: boolean; month: string }) => one.closed && one.month >= month)) {
      const { data } = await client.owner.post(`${path}reopen/`, { farm, month, reason: 'Late' });
      if (fixed) expect(`${data.number}/${data.version}`).toBe(fixed);
    } else {
      const draft = draftNumberOf(`${month}-15`);
      const { data } = await close(client, month, [farm]);
      expect(`${data[0].number}/${data[0].version}`).toBe(draft);
    }
  }
  // Numbers of a year have no gap.
  const rows = (await client.owner.get(`${path}?farm=${farm}&page_size=1000`)).data as { month: string; number: number }[];
  for (const year of ['2024', '2025']) {
    const numbers = [...new Set(rows.filter(({ month }) => month.startsWith(year)).map(({ number }) => number))].toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  }
});
