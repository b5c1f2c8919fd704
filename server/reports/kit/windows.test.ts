import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import type { Caller } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { followMoves } from '#tests/support/insert-moves.ts';
import { test } from '#tests/support/reports/test.ts';
import { range } from '#tests/support/reports/world.ts';

let owner: Caller;

test.beforeAll(async ({ world }) => {
  ({ owner } = world.client);
});

const PATH = `report/planfeed/?${range}`;
const ask = async (query = '', caller = owner) => {
  const answer = await caller.get<ReportData>(PATH + query);
  expect(answer.errors).toBeUndefined();
  return { ...answer.data, count: answer.count };
};
const SIZE = 7;
/** Every window of the moment of the first. */
async function leafThrough(query = '', caller = owner) {
  const first = await ask(`&page_size=${SIZE}${query}`, caller);
  const rows = [...first.rows];
  for (let page = 2; rows.length < (first.count ?? 0); page += 1) {
    const window = await ask(`&page_size=${SIZE}&page=${page}&as_of=${first.generated_at}${query}`, caller);
    expect(window.generated_at).toBe(first.generated_at);
    expect(window.totals).toEqual(first.totals);
    expect(window.rows.length).toBeGreaterThan(0);
    rows.push(...window.rows);
  }
  return { first, rows };
}

test('windows make up the whole, each with the figures of all rows', async () => {
  const whole = await ask();
  expect(whole.rows.length).toBeGreaterThan(3 * SIZE);
  const { first, rows } = await leafThrough();
  expect(rows).toEqual(whole.rows);
  for (const part of ['totals', 'tiles', 'series', 'notes', 'columns', 'count'] as const) expect(first[part]).toEqual(whole[part]);
  const beyond = await ask(`&page_size=${SIZE}&page=1000`);
  expect(beyond).toMatchObject({ rows: [], count: whole.rows.length });
});

test('sorts by any columns, numbers by value and words by the language; equal rows keep the order of the report', async () => {
  const whole = await ask();
  const { rows } = await leafThrough('&ordering=-group,fact');
  const groups = [...new Set(rows.map(({ group }) => String(group)))];
  expect(groups).toEqual([...groups].sort((a, b) => b.localeCompare(a, 'uk', { numeric: true })));
  expect(groups.length).toBeGreaterThan(2);
  const places = new Map(whole.rows.map(({ id }, at) => [id, at]));
  for (const group of groups) {
    const own = rows.filter((row) => row.group === group);
    const facts = own.map(({ fact }) => (fact === null ? Number.POSITIVE_INFINITY : Number(fact)));
    expect(facts).toEqual([...facts].sort((a, b) => (a === b ? 0 : a - b)));
    const empty = own.filter(({ fact }) => fact === null).map(({ id }) => places.get(id) ?? -1);
    expect(empty).toEqual([...empty].sort((a, b) => a - b));
  }
  expect(rows.filter(({ fact }) => fact === null).length).toBeGreaterThan(1);
  expect(rows.map(({ id }) => id).sort()).toEqual(whole.rows.map(({ id }) => id).sort());
  expect((await ask('&ordering=-fact')).rows[0]?.fact).toBeNull();
});

test('words of a fixed list are sorted by their translation', async ({ world }) => {
  const moves = async (language: string) => {
    const path = `report/stock_moves/make/?${range}&farm=${world.kyiv.id}&language=${language}&ordering=move&page_size=1000`;
    const { data, errors } = await owner.get<ReportData>(path);
    expect(errors).toBeUndefined();
    return [...new Set(data.rows.map(({ move }) => move))];
  };
  const before = await moves('uk');
  const { rows } = await sql<{
    id: number;
  }>`insert into ledger (client_id, farm_id, stock_id, ingredient_id, day, at, kind, kg, price, value)
    select client_id, farm_id, stock_id, ingredient_id, day, at, k.kind, k.kg, price, k.kg * price
    from ledger, (values ('count', 1), ('sale', -1), ('delivery', 1)) k (kind, kg)
    where id = (select min(id) from ledger where farm_id = ${world.kyiv.id} and kind = 'load' and day >= '2026-10-18') returning id`.execute(
    world.api.database.acrossClients(),
  );
  await followMoves(
    world.api.database.acrossClients(),
    rows.map(({ id }) => id),
  );
  expect(before).toEqual(['load']);
  // Завантаження, Інвентаризація, Поставка, Продаж and Counted, Delivered, Fed, Sold are not in the order of their codes.
  const [uk, en] = [await moves('uk'), await moves('en')];
  expect([...uk].sort()).toEqual([...en].sort());
  expect(uk).toHaveLength(4);
  expect(uk).not.toEqual([...uk].sort());
});

test('windows that go on from an answer are of its moment, a new question never is', async ({ world }) => {
  const first = await ask(`&page_size=${SIZE}`);
  const db = world.api.database.acrossClients();
  const rename = (name: string) => db.updateTable('animal_group').set({ name }).where('id', '=', world.kyiv.groups[0]!).execute();
  const { name } = await db.selectFrom('animal_group').select('name').where('id', '=', world.kyiv.groups[0]!).executeTakeFirstOrThrow();
  await rename('Renamed meanwhile');
  world.api.setNow('2026-11-10T12:05:00Z');
  const isRenamed = ({ rows }: Pick<ReportData, 'rows'>) => rows.some(({ group }) => group === 'Renamed meanwhile');
  const going = `&page_size=1000&as_of=${first.generated_at}`;
  expect(isRenamed(await ask(going))).toBe(false);
  expect(isRenamed(await ask('&page_size=1000'))).toBe(true);
  // If the server doesn't store that moment, the report is computed again, and the answer states this.
  const renewed = await ask('&page_size=1000&as_of=2026-11-10T11:00:00.000Z');
  expect(isRenamed(renewed)).toBe(true);
  expect(renewed.generated_at).toBe('2026-11-10T12:05:00.000Z');
  await rename(name);
  // A cached response is shared only by callers who may see the same farms.
  const { caller } = await makeAccount(world.api, { user_type: 'consultant', clients: [world.client.id] });
  const theirs = await caller.get<ReportData>(`dashboard/clients/${world.client.id}/${PATH}${going}`);
  expect(theirs.data.generated_at).toBe('2026-11-10T12:05:00.000Z');
});

test.each([
  ['ordering=nonsense', 'ordering'],
  ['ordering=fact,', 'ordering'],
  ['page_size=0', 'page_size'],
  ['page_size=10001', 'page_size'],
  ['page=0&page_size=5', 'page'],
])('%s is refused at its field', async (query, field) => {
  const answer = await owner.get(`${PATH}&${query}`);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.errors ?? {})).toContain(field);
});
