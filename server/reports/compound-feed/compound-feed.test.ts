import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { compoundFeedBatches } from '#contract/reports/compound-feed.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import {
  deliver,
  make,
  makeAccount,
  makeClient,
  makeFarm,
  makeIngredient,
  type TestClient,
  type TestFarm,
} from '#tests/support/factories.ts';
import { expectBefore, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import { dice } from '#tests/support/reports/facts.ts';
import {
  biasOf,
  exact,
  type Fraction,
  grouped,
  minus,
  number,
  over,
  percent,
  size,
  times,
  total,
  totalOf,
  weightedAccuracy,
  whole,
} from '#tests/support/reports/recompute.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test as base } from '#tests/support/test.ts';

const FROM = '2026-03-10';
const TO = '2026-03-16';
const DAYS = 14;
let recipes: number[];
let raw: RawBatch[];

/** A stored batch; its parts have decimals as text. */
interface RawBatch {
  id: number;
  day: string;
  recipe: number;
  status: string;
  operator: number | null;
  clock: string | null;
  items: { ingredient: number; plan: string; fact: string | null; price: string | null }[];
  into_stock: string | null;
}

const readBatches = async (api: TestApi, client: TestClient) =>
  (
    await sql<RawBatch>`
      select b.id, b.planned_on as day, b.recipe_id as recipe, b.status, b.operator_id as operator,
        to_char(b.started_at at time zone 'Europe/Kyiv', 'HH24:MI:SS') as clock,
        (select json_agg(json_build_object('ingredient', (x ->> 'ingredient')::bigint, 'plan', x ->> 'weight_plan', 'fact', x ->> 'weight_fact',
          'price', x ->> 'price')) from jsonb_array_elements(b.items) x) as items,
        (select sum(l.kg)::text from ledger l join recipe r on r.client_id = l.client_id and r.id = b.recipe_id
          where l.client_id = b.client_id and l.batch_id = b.id and l.ingredient_id = r.ingredient_id) as into_stock
      from batch b where b.client_id = ${client.id} and not b.deleted`.execute(api.database.forClient(client.id))
  ).rows;

const test = base.override({ now: '2026-03-20T09:00:00Z' });
test.beforeAll(async ({ api, client, at }) => {
  const parts = await Promise.all([2, 7.5, 31].map((price) => makeIngredient(client.owner, at, { price, dry_matter: 88 })));
  const splits = [
    [50, 30, 20],
    [33.33, 66.67],
  ];
  recipes = [];
  for (const [n, percents] of splits.entries()) {
    const feed = (await makeIngredient(client.owner, at, {})).id;
    const items = percents.map((one, i) => ({ ingredient: parts[i]!.id, percent: one }));
    recipes.push((await make(client.owner, 'manager/recipes/', { farm: at.farm, name: `Mix ${n}`, ingredient: feed, items })).id);
  }
  const other = (await makeAccount(api, { user_type: 'client', client_id: client.id })).id;
  const roll = dice(77);
  for (let day = addDays(FROM, -7), n = 0; n < DAYS; n += 1, day = addDays(day, 1)) {
    for (const recipe of [...recipes, recipes[0]!]) {
      const planned = { farm: at.farm, recipe, planned_on: day, weight_plan: roll.decimal(200, 3000, 3) };
      const { id } = await make(client.owner, 'animalfeed/schedules/', planned);
      if (roll.chance(0.2)) continue;
      const { data } = await client.owner.get(`animalfeed/schedules/${id}/`);
      const items = (data.items as { ingredient: number; weight_plan: number }[]).map(({ ingredient, weight_plan }) => ({
        ingredient,
        weight_fact: Math.round(weight_plan * (1000 + roll.whole(-40, 30))) / 1000,
      }));
      const hour = roll.whole(10, 19);
      const body = {
        status: roll.chance(0.15) ? 'in_process' : 'loaded',
        items,
        operator: roll.of([client.ownerId, other]),
        started_at: `${day}T${hour}:15:00Z`,
        ...(roll.chance(0.5) ? { finished_at: `${day}T${hour}:40:00Z` } : {}),
      };
      const answer = await client.owner.post(`animalfeed/schedules/${id}/load/`, body);
      expect(answer.errors).toBeUndefined();
      if (body.status === 'loaded' && roll.chance(0.1)) {
        await client.owner.post(`animalfeed/schedules/${id}/reset/`, { reason: 'Wrong scale' });
      }
    }
  }
  raw = await readBatches(api, client);
});

const buildQuery = (at: TestFarm, query = '') => `farm=${at.farm}&planned_on_after=${FROM}&planned_on_before=${TO}${query}`;
const report = (client: TestClient, path: string, caller: Caller = client.owner) => reportOf(caller, path);
const within = (from: string, to: string) => (batch: RawBatch) => batch.day >= from && batch.day <= to;
const current = () => raw.filter(within(FROM, TO));
const isMade = ({ status }: RawBatch) => status === 'loaded';

/** The figures of some batches from their parts, one by one. */
function figures(batches: RawBatch[], worth = (item: RawBatch['items'][number]) => exact(item.price!)) {
  const made = batches.filter(isMade);
  const parts = made.flatMap(({ items }) => items.map((item) => ({ ...item, kg: exact(item.fact ?? '0'), of: exact(item.plan) })));
  const plan = total(batches.flatMap(({ items }) => items.map((item) => exact(item.plan))));
  const judged = total(parts.map(({ of }) => of));
  const sum = (values: Fraction[]) => totalOf(made.length > 0 ? values : []);
  const fact = sum(parts.map(({ kg }) => kg));
  const cost = sum(parts.map((part) => times(part.kg, worth(part))));
  const paper = sum(parts.map((part) => times(part.of, worth(part))));
  const pairs = parts.map(({ kg, of }) => [kg, of] as const);
  const hits = pairs.filter(([kg, of]) => {
    const off = size(percent(kg, of)!);
    return off.n < 2n * off.d;
  });
  return {
    batches: batches.length,
    plan: number(plan),
    waiting: 0,
    not_recorded: number(minus(plan, judged)),
    fact: number(fact),
    deviation: number(fact && minus(fact, judged)),
    deviation_percent: number(fact && percent(fact, judged)),
    loading_accuracy: weightedAccuracy(pairs),
    loading_bias: biasOf(pairs),
    bullseye: number(over(whole(100 * hits.length), whole(pairs.length))),
    cost: number(cost),
    loading_cost_of_error: number(cost && minus(cost, paper!)),
    cost_per_tonne: number(cost && over(times(cost, whole(1000)), fact)),
    planned_cost_per_tonne: number(paper && over(times(paper, whole(1000)), judged)),
    into_stock: number(totalOf(batches.map(({ into_stock }) => into_stock && exact(into_stock)).map((kg) => kg || null))),
  };
}

describe('the reports on compound feed equal an independent recomputation', () => {
  test('batch by batch', async ({ client, at }) => {
    const data = await report(client, `animalfeed_loading/make/?${buildQuery(at)}`);
    const batches = current();
    expect(data.rows.map(({ id }) => id).sort()).toEqual(batches.map(({ id }) => id).sort());
    expect(batches.some(isMade) && batches.some(({ status }) => status === 'waited')).toBe(true);
    for (const row of data.rows) {
      const batch = batches.find(({ id }) => id === row.id)!;
      expect(row).toMatchObject({ day: batch.day, status: batch.status, animalfeed_recipe_id: batch.recipe, operator_id: batch.operator });
      expectFigures(row, figures([batch]), `batch ${row.id}`);
    }
    expectFigures(data.totals, figures(batches), 'total');
    expectFigures(tilesOf(data, 'value'), only(figures(batches), compoundFeedBatches.tiles), 'tile');
    expectBefore(data, only(figures(raw.filter(within(addDays(FROM, -7), addDays(FROM, -1)))), compoundFeedBatches.tiles));
  });

  test('the report groups by day and recipe, or by recipe', async ({ client, at }) => {
    const [plan, overview] = [
      await report(client, `plan_animalfeed/make/?${buildQuery(at)}`),
      await report(client, `animalfeed/dashboard/?${buildQuery(at)}`),
    ];
    const days = grouped(current(), ({ day, recipe }) => `${day}_${recipe}`);
    expect(plan.rows.map(({ id }) => String(id)).sort()).toEqual([...days.keys()].sort());
    for (const row of plan.rows) expectFigures(row, figures(days.get(String(row.id))!), `plan ${row.id}`);
    const byRecipe = grouped(current(), ({ recipe }) => recipe);
    expect(overview.rows).toHaveLength(byRecipe.size);
    for (const row of overview.rows)
      expectFigures(row, figures(byRecipe.get(String(row.animalfeed_recipe_id))!), `recipe ${row.animalfeed_recipe}`);
    for (const data of [plan, overview]) expectFigures(data.totals, figures(current()), 'total');
    const [byDay, , byIngredient, byOperator] = overview.series;
    for (const row of byDay!.rows)
      expectFigures(row, only(figures(current().filter(({ day }) => day === row.day)), ['plan', 'fact']), `day ${row.day}`);
    const cost = byIngredient!.rows.reduce((sum, row) => sum + Number(row.cost), 0);
    expect(cost).toBeCloseTo(Number(overview.totals.cost), 4);
    for (const row of byOperator!.rows) {
      const judged = only(figures(current().filter(({ operator }) => operator === row.operator_id)), [
        'deviation_percent',
        'loading_accuracy',
      ]);
      expectFigures(row, judged, `operator ${row.operator}`);
    }
  });

  test('the produced feed is in stock, at the cost of its parts', async ({ client, at }) => {
    const data = await report(client, `animalfeed_loading/make/?${buildQuery(at)}&status=loaded`);
    expect(data.rows.length).toBeGreaterThan(3);
    for (const row of data.rows) {
      expect(row.into_stock).toBe(row.fact);
      expect(Number(row.stock_price) * 1000).toBeCloseTo(Number(row.cost_per_tonne), 1);
    }
    const inout = await report(client, `inout/?${buildQuery(at)}`);
    expect(Number(inout.totals.crafted_in)).toBeCloseTo(Number(data.totals.into_stock), 3);
  });

  test('the detail lists what went in, and adds up to the batch', async ({ client, at }) => {
    const data = await report(client, `animalfeed_loading/make/?${buildQuery(at)}&status=loaded`);
    const row = data.rows[0]!;
    const batch = raw.find(({ id }) => id === row.id)!;
    const detail = await report(client, `animalfeed_loading/${row.id}/detail/`);
    expect(detail.rows.map(({ ingredient_id }) => ingredient_id)).toEqual(batch.items.map(({ ingredient }) => ingredient));
    expect(detail.rows.map(({ fact }) => fact)).toEqual(batch.items.map(({ fact }) => Number(fact)));
    expect(detail.rows.reduce((sum, part) => sum + Number(part.percent), 0)).toBeCloseTo(100, 6);
    for (const key of ['plan', 'fact', 'deviation', 'cost', 'loading_cost_of_error']) expect(detail.totals[key]).toEqual(row[key]);
    for (const key of ['99999999', 'x', '1.5']) {
      expect((await client.owner.get(`report/animalfeed_loading/${key}/detail/`)).status).toBe(404);
    }
  });
});

describe('its filters', () => {
  const ids = async (client: TestClient, at: TestFarm, query: string) =>
    (await report(client, `animalfeed_loading/make/?${buildQuery(at, query)}`)).rows.map(({ id }) => id).sort();
  const expected = (keep: (batch: RawBatch) => boolean) =>
    current()
      .filter(keep)
      .map(({ id }) => id)
      .sort();

  test('status and recipe, lists joined by commas', async ({ client, at }) => {
    expect(await ids(client, at, '&status=loaded,in_process')).toEqual(expected(({ status }) => status !== 'waited'));
    expect(await ids(client, at, `&animalfeed_recipe=${recipes[1]}`)).toEqual(expected(({ recipe }) => recipe === recipes[1]));
    expect(await ids(client, at, `&animalfeed_recipe=${recipes.join(',')}`)).toEqual(expected(() => true));
    expect(await ids(client, at, `&worker=${client.ownerId}`)).toEqual(expected(({ operator }) => operator === client.ownerId));
  });

  test('the time of day at which loading began, by the farm’s clock', async ({ client, at }) => {
    const between = (from: string, to: string) => expected(({ clock }) => clock !== null && clock >= from && clock <= to);
    const some = between('14:00:00', '17:15:00');
    expect(some.length).toBeGreaterThan(0);
    expect(await ids(client, at, '&loaded_time_min=14:00&loaded_time_max=17:15')).toEqual(some);
    expect(await ids(client, at, '&loaded_time_min=17:15:01')).toEqual(between('17:15:01', '23:59:59'));
  });

  test('farm and both dates are required, and the error names the wrong field', async ({ client, at }) => {
    const refused = async (path: string) => {
      const { status, errors } = await client.owner.get(`report/${path}`);
      return [status, ...Object.entries(errors ?? {}).map(([field, [first]]: [string, { code: unknown }[]]) => `${field} ${first?.code}`)];
    };
    const days = `planned_on_after=${FROM}&planned_on_before=${TO}`;
    for (const path of ['animalfeed/dashboard/', 'plan_animalfeed/make/', 'animalfeed_loading/make/']) {
      expect(await refused(`${path}?${days}`)).toEqual([400, 'farm 2']);
      expect(await refused(`${path}?farm=${at.farm}&planned_on_before=${TO}`)).toEqual([400, 'planned_on_after 2']);
      expect(await refused(`${path}?farm=${at.farm}&planned_on_after=${FROM}`)).toEqual([400, 'planned_on_before 2']);
      expect(await refused(`${path}?${buildQuery(at, '&loaded_time_min=18:00&loaded_time_max=06:00')}`)).toEqual([
        400,
        'loaded_time_min 8',
      ]);
      expect((await refused(`${path}?${buildQuery(at, '&loaded_time_min=25:00')}`))[0]).toBe(400);
    }
  });
});

describe('notes list the figures that are left out', () => {
  test('batches begun and not ended, and days on which nothing was begun', async ({ client, at }) => {
    const { notes } = await report(client, `animalfeed_loading/make/?${buildQuery(at)}`);
    const byDay = grouped(current(), ({ day }) => day);
    const idle = new Set([...byDay].filter(([, day]) => day.every(({ status }) => status === 'waited')).map(([day]) => day));
    const open = current().filter((batch) => !isMade(batch) && !idle.has(batch.day));
    expect(open.length).toBeGreaterThan(0);
    expect(
      notes
        .find(({ code }) => code === 'incomplete')
        ?.items.map(({ id }) => id)
        .sort(),
    ).toEqual(open.map(({ id }) => id).sort());
    expect(notes.find(({ code }) => code === 'plan_without_facts')?.count ?? 0).toBe(idle.size);
  });

  test('a deleted batch brings no feed into the notes', async ({ client }) => {
    const { owner } = client;
    const at = await makeFarm(owner);
    const makeBatch = async () => {
      const [made, part] = [(await makeIngredient(owner, at)).id, (await makeIngredient(owner, at)).id];
      await deliver(owner, at, part, 1000, 2);
      const items = [{ ingredient: part, percent: 100 }];
      const recipe = (await make(owner, 'manager/recipes/', { farm: at.farm, name: `Mix of ${part}`, ingredient: made, items })).id;
      const { id } = await make(owner, 'animalfeed/schedules/', { farm: at.farm, recipe, planned_on: '2026-03-20', weight_plan: 100 });
      await make(owner, `manager/stocks/${at.stock}/count/`, { ingredient: part, weight: 990, counted_at: '2026-03-20T08:00:00Z' });
      return { id, part };
    };
    const [kept, gone] = [await makeBatch(), await makeBatch()];
    const corrected = async () => {
      const range = `farm=${at.farm}&planned_on_after=2026-03-20&planned_on_before=2026-03-20&status=waited`;
      const { notes } = await report(client, `animalfeed_loading/make/?${range}`);
      return notes
        .find(({ code }) => code === 'manual_corrections')
        ?.items.map(({ id }) => id)
        .sort();
    };
    expect(await corrected()).toEqual([kept.part, gone.part].sort());
    expect((await owner.delete(`animalfeed/schedules/${gone.id}/`)).status).toBe(204);
    expect(await corrected()).toEqual([kept.part]);
  });

  test('prices and deviations follow the options', async ({ api, client, at }) => {
    const { rows } = await sql<{
      id: number;
      price: string;
    }>`select id, price::text from ingredient where client_id = ${client.id}`.execute(api.database.forClient(client.id));
    const list = new Map(rows.map(({ id, price }) => [id, exact(price)]));
    const today = await report(client, `animalfeed/dashboard/?${buildQuery(at, '&price_basis=today')}`);
    expectFigures(
      today.totals,
      figures(current(), ({ ingredient }) => list.get(ingredient)!),
      'today',
    );
    const absolute = await report(client, `animalfeed/dashboard/?${buildQuery(at, '&deviation=absolute')}`);
    const missed = current()
      .filter(isMade)
      .flatMap(({ items }) => items.map((item) => size(minus(exact(item.fact ?? '0'), exact(item.plan)))));
    expect(absolute.totals.deviation).toBeCloseTo(number(total(missed))!, 5);
  });
});

describe('it is of the module', () => {
  test('a client without it has none of the reports', async ({ api }) => {
    const other = await makeClient(api);
    await api.database
      .acrossClients()
      .updateTable('client')
      .set({ modules: ['manger'] })
      .where('id', '=', other.id)
      .execute();
    api.services.principals.forget();
    const farm = (await makeFarm(other.owner)).farm;
    const query = `farm=${farm}&planned_on_after=${FROM}&planned_on_before=${TO}`;
    for (const path of ['animalfeed/dashboard/', 'plan_animalfeed/make/', 'animalfeed_loading/make/']) {
      expect((await other.owner.get(`report/${path}?${query}`)).status).toBe(403);
    }
    const { data } = await other.owner.get('report/list/');
    expect(data.map(({ id }: { id: string }) => id)).not.toContain('plan_animalfeed');
  });

  test('people who work for several clients see it within one, and nobody sees another’s batches', async ({ api, client, at }) => {
    const { caller } = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
    const data: ReportData = (await caller.get(`dashboard/clients/${client.id}/report/animalfeed/dashboard/?${buildQuery(at)}`)).data;
    expect(data.totals.batches).toBe(current().length);
    const other = await makeClient(api);
    expect((await other.owner.get(`report/animalfeed_loading/${raw[0]!.id}/detail/`)).status).toBe(404);
    expect((await other.owner.get(`report/animalfeed_loading/make/?${buildQuery(at)}`)).errors.farm?.[0]?.code).toBe(23);
  });
});
