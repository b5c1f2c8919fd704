import { sql } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import { allReports } from '#contract/reports/index.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { make } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';
import { tablesOf } from './resource.ts';

const DAY = '2026-03-10';
const endpoints = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints];

let farm: ReadyFarm;
/** Ids of each kind that no row of the other kind has. */
let ids: Record<'period' | 'loading' | 'company' | 'delivery_company', number>;

test.beforeAll(async ({ api }) => {
  api.setNow(`${DAY}T06:00:00Z`);
  farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const idsAt = async (path: string): Promise<number[]> => (await owner.get(path)).data.map(({ id }: { id: number }) => id);
  // Without a large gap, ids of two tables would be the same numbers.
  for (const table of ['period', 'delivery_company']) {
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`;
    await sql`select setval(${sequence}, nextval(${sequence}) + 1000000)`.execute(api.database.acrossClients());
  }
  await makePeriod(farm, { active: true });
  await make(owner, 'manager/deliveries/companies/', { name: 'Supplier' });
  const kinds = [
    ['period', 'manager/loadings/', 'schedule/loadings/'],
    ['loading', 'schedule/loadings/', 'manager/loadings/'],
    ['company', 'manager/companies/', 'manager/deliveries/companies/'],
    ['delivery_company', 'manager/deliveries/companies/', 'manager/companies/'],
  ] as const;
  const found = await Promise.all(
    kinds.map(async ([kind, own, elsewhere]) => {
      const others = new Set(await idsAt(elsewhere));
      return [kind, (await idsAt(own)).find((id) => !others.has(id))];
    }),
  );
  ids = Object.fromEntries(found);
  expect(Object.values(ids)).not.toContain(undefined);
});

/** By list: a filter with an id of the right kind and one of the wrong kind. All other lists and reports are tested as well. */
const KINDS: Record<string, Partial<Record<string, [right: keyof typeof ids, wrong: keyof typeof ids]>>> = {
  '/schedule/schedules': { loading: ['loading', 'period'] },
  '/schedule/loadings': { period: ['period', 'loading'] },
  '/manager/farms/dashboard': { company: ['company', 'delivery_company'] },
  '/manager/stocks': { company: ['company', 'delivery_company'] },
  '/manager/stocks/list': { company: ['company', 'delivery_company'] },
  '/manager/deliveries': { company: ['delivery_company', 'company'] },
  '/manager/deliveries/documents': { company: ['delivery_company', 'company'] },
  '/manager/orders': { company: ['delivery_company', 'company'] },
  '/manager/offers': { company: ['delivery_company', 'company'] },
};
const DAYS = `planned_on_after=${DAY}&planned_on_before=${DAY}`;

test('a list refuses an id of the kind that its filter means in other lists, and accepts one of its own kind', async () => {
  const asked = endpoints
    .filter(({ method, scope, path }) => method === 'get' && scope === 'client' && !path.startsWith('/report/') && !path.includes('{'))
    .flatMap(({ path, query }) =>
      ['loading', 'period', 'company']
        .filter((name) => query instanceof z.ZodObject && name in query.shape)
        .map((filter) => ({ path, filter, kind: KINDS[path]?.[filter] })),
    );
  expect(asked.filter(({ kind }) => !kind).map(({ path, filter }) => `${path}?${filter}`)).toEqual([]);
  expect(asked).toHaveLength(Object.keys(KINDS).length);
  for (const { path, filter, kind } of asked) {
    const [right, wrong] = kind!;
    const ask = (id: number) => farm.client.owner.get(`${path.slice(1)}/?farm=${farm.farm}&${filter}=${id}`);
    const refused = await ask(ids[wrong]);
    expect([path, refused.status, refused.errors?.[filter]?.[0]?.code]).toEqual([path, 400, 23]);
    expect([path, (await ask(ids[right])).status]).toEqual([path, 200]);
    // An id that no row has is of no kind and matches nothing.
    expect([path, (await ask(1_999_999_999)).data]).toEqual([path, []]);
  }
});

test('every report refuses a period on one date as its loading, and accepts a period', async () => {
  const reports = allReports.filter(({ filters, required }) => filters.includes('loading') && !required?.includes('blank'));
  expect(reports.length).toBeGreaterThan(8);
  for (const { id } of reports) {
    const ask = (loading: number) => farm.client.owner.get(`report/${id}/make/?farm=${farm.farm}&language=uk&${DAYS}&loading=${loading}`);
    const refused = await ask(ids.loading);
    expect([id, refused.status, refused.errors?.loading?.[0]?.code]).toEqual([id, 400, 23]);
    expect([id, (await ask(ids.period)).status]).toEqual([id, 200]);
  }
});

test('a filter that means different tables in different lists declares its kind in each list', () => {
  const meant = new Map<string, Map<string, boolean>>();
  for (const { contract, references = {}, idKinds = {} } of tablesOf(endpoints)) {
    for (const filter of Object.keys(contract.filters)) {
      const of = idKinds[filter as never] as { of: string } | undefined;
      const table = of?.of ?? (references as Record<string, { table: string }>)[filter]?.table;
      if (table) meant.set(filter, (meant.get(filter) ?? new Map()).set(table, of !== undefined));
    }
  }
  const ambiguous = [...meant].filter(([, tables]) => tables.size > 1);
  expect(ambiguous.map(([filter]) => filter)).toEqual(['company']);
  expect(ambiguous.flatMap(([, tables]) => [...tables.values()])).not.toContain(false);
});
