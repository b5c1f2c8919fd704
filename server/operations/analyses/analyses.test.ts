import { expect } from 'vitest';
import { FEED_CODES } from '#contract/feed-codes.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import { MEASURED_NUTRIENTS, type StandardNutrient } from '#contract/nutrient-words.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { make, makeAccount, makeIngredient } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const NUTRIENTS = 'manager/nutrients/';
const ANALYSES = 'manager/analyses/';

let farm: ReadyFarm;
let known: Record<string, number>;

test.override('now', `${TODAY}T10:00:00Z`);
test.beforeAll(async ({ farm: ready }) => {
  farm = ready;
  const { data } = await owner().post(`${NUTRIENTS}starter/`, { language: 'en' });
  known = Object.fromEntries(data.map(({ standard, id }: { standard: string; id: number }) => [standard, id]));
});

const owner = () => farm.client.owner;
const makeFeed = async (values: object = {}) => (await makeIngredient(owner(), farm, { dry_matter: 40, ...values })).id;
const sample = (ingredient: number, values: object = {}) => ({
  ...{ ingredient, sampled_on: '2026-03-01', lab: 'Agri', values: [{ nutrient: known.protein, value: 8 }] },
  ...values,
});
const codes = (errors: Record<string, { code: number | string; limit?: unknown }[]> = {}) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, [first]]) => [field, first?.limit === undefined ? first?.code : [first.code, first.limit]]),
  );
const refuse = async (body: object) => {
  const { status, errors } = await owner().post(ANALYSES, body);
  return [status, codes(errors)];
};
/** Protein of a feed on a day. */
async function readProtein(ingredient: number, day: string): Promise<number | undefined> {
  const { data } = await owner().get(`${ANALYSES}valid/?ingredient=${ingredient}&day=${day}`);
  return data.find(({ nutrient }: { nutrient: number }) => nutrient === known.protein)?.value;
}

test('the starter set of a language is added once, with the units of the country', async ({ api }) => {
  const again = await owner().post(`${NUTRIENTS}starter/`, { language: 'en' });
  expect([again.status, again.count]).toEqual([201, 15]);
  const list = (await owner().get(NUTRIENTS)).data;
  expect(list.slice(0, 3)).toMatchObject([
    { name: 'Crude protein', unit: 'percent', per: 'dry', standard: 'protein' },
    { name: 'NDF' },
    { name: 'ADF' },
  ]);
  for (const language of LANGUAGES) {
    const own = (await makeReadyFarm(api)).client.owner;
    const { data } = await own.post(`${NUTRIENTS}starter/`, { language });
    const t = await textsOf(language);
    const standards: StandardNutrient[] = data.map(({ standard }: { standard: StandardNutrient }) => standard);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(standards.map((standard) => t(`nutrients:standard.${standard}`)));
    expect(standards).toEqual(expect.arrayContaining([...MEASURED_NUTRIENTS, 'nel', 'me', 'calcium', 'phosphorus', 'sulfur']));
    const isSlavic = language === 'uk' || language === 'ru';
    expect(standards.includes('feed_units') && standards.includes('digestible_protein'), language).toBe(isSlavic);
  }
  const american = await makeReadyFarm(api);
  const us = await american.client.owner.post(`${NUTRIENTS}starter/`, { language: 'us' });
  expect(us.data.find(({ standard }: { standard: string }) => standard === 'nel')).toMatchObject({ unit: 'mcal_lb' });
  const slavic = await makeReadyFarm(api);
  const uk = await slavic.client.owner.post(`${NUTRIENTS}starter/`, { language: 'uk' });
  expect(uk.data.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Сирий протеїн', 'Кормові одиниці', 'Обмінна енергія', 'Перетравний протеїн']),
  );
});

test('a nutrient with values keeps its unit, and a standard belongs to one nutrient', async () => {
  const feed = await makeFeed();
  await make(owner(), ANALYSES, sample(feed));
  const unit = await owner().put(`${NUTRIENTS}${known.protein}/`, { unit: 'g_kg' });
  expect([unit.status, codes(unit.errors)]).toEqual([409, { unit: 'in_use' }]);
  expect((await owner().put(`${NUTRIENTS}${known.protein}/`, { name: 'CP', decimals: 2 })).status).toBe(200);
  const second = await owner().post(NUTRIENTS, { name: 'Protein again', standard: 'protein' });
  expect([second.status, codes(second.errors)]).toEqual([400, { standard: 5 }]);
  const removed = await owner().delete(`${NUTRIENTS}${known.protein}/`);
  expect([removed.status, removed.errors.detail?.[0]]).toMatchObject([409, { uses: [{ resource: 'ingredients' }] }]);
});

test('an analysis converts units and basis to those of the nutrient', async () => {
  const feed = await makeFeed();
  const made = await make(
    owner(),
    ANALYSES,
    sample(feed, {
      dry_matter: 40,
      values: [
        { nutrient: known.protein, value: 32, unit: 'g_kg', per: 'fresh' },
        { nutrient: known.calcium, value: 2500, unit: 'mg_kg' },
        { nutrient: known.nel, value: 0.7, unit: 'mcal_lb' },
      ],
    }),
  );
  const values = (made.values as { nutrient: number; value: number }[]).map(({ nutrient, value }) => [nutrient, value]);
  // 0.7 Mcal/lb ÷ 0.45359237 kg/lb × 4.184 MJ/Mcal.
  expect(Object.fromEntries(values)).toEqual({ [known.protein!]: 8, [known.calcium!]: 0.25, [known.nel!]: 6.4568987349 });
  expect(made).toMatchObject({ valid_from: '2026-03-01', method: 'chemistry', averaged: 1, farm: farm.farm });
});

test('an analysis beyond physics is refused at the field of the value', async () => {
  const feed = await makeFeed();
  const value = (nutrient: string, value: number, more: object = {}) => ({ nutrient: known[nutrient], value, ...more });
  const of = (...values: object[]) => refuse(sample(feed, { values }));
  expect(await of(value('protein', 120))).toEqual([400, { 'values.0.value': [8, 100] }]);
  expect(await of(value('protein', 281))).toEqual([201, {}]);
  expect(await of(value('protein', -1))).toEqual([400, { 'values.0.value': 9 }]);
  expect(await of(value('protein', 8), value('protein', 9))).toEqual([400, { 'values.1.nutrient': 5 }]);
  expect(await of(value('ndf', 40), value('adf', 60))).toEqual([400, { 'values.1.value': [8, 40] }]);
  expect(await of(value('protein', 60), value('starch', 60))).toEqual([400, { 'values.1.value': [8, 40] }]);
  expect(await of(value('nel', 41))).toEqual([400, { 'values.0.value': [8, 40] }]);
  expect(await of(value('protein', 8, { unit: 'mj_kg' }))).toEqual([400, { 'values.0.unit': 23 }]);
  expect(await of(value('protein', 3, { per: 'fresh' }))).toEqual([400, { dry_matter: 2 }]);
  expect(await of({ nutrient: 999_999, value: 1 })).toEqual([400, { 'values.0.nutrient': 23 }]);
  expect(await refuse(sample(feed, { values: [] }))).toEqual([400, { values: 2 }]);
  expect(await refuse(sample(feed, { sampled_on: '2026-03-11' }))).toEqual([400, { sampled_on: [8, TODAY] }]);
  expect(await refuse(sample(feed, { valid_from: '2026-02-28' }))).toEqual([400, { valid_from: ['min_val', '2026-03-01'] }]);
  expect(await refuse(sample(feed, { values: [], figures: { [known.protein!]: 120 } }))).toEqual([
    400,
    { [`figures.${known.protein}`]: [8, 100] },
  ]);
});

test('the newest analysis valid on a day counts, and measured values precede book values', async () => {
  const feed = await makeFeed();
  await make(
    owner(),
    ANALYSES,
    sample(feed, { sampled_on: '2026-01-01', method: 'book', values: [{ nutrient: known.protein, value: 7 }] }),
  );
  const first = await make(owner(), ANALYSES, sample(feed, { sampled_on: '2026-02-01' }));
  await make(
    owner(),
    ANALYSES,
    sample(feed, { sampled_on: '2026-02-10', method: 'book', values: [{ nutrient: known.protein, value: 6 }] }),
  );
  await make(owner(), ANALYSES, sample(feed, { valid_from: '2026-03-05', values: [{ nutrient: known.protein, value: 9 }] }));
  const read = () =>
    Promise.all(['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-04', '2026-03-05'].map((day) => readProtein(feed, day)));
  expect(await read()).toEqual([undefined, 7, 8, 8, 9]);
  expect((await owner().delete(`${ANALYSES}${first.id}/`)).status).toBe(204);
  expect(await read()).toEqual([undefined, 7, 6, 6, 9]);
});

test('a farm may count the mean of the last analyses, from the next analysis on', async () => {
  const feed = await makeFeed();
  const add = (sampled_on: string, value: number) =>
    make(owner(), ANALYSES, sample(feed, { sampled_on, values: [{ nutrient: known.protein, value }] }));
  await add('2026-02-01', 8);
  await add('2026-02-08', 9);
  await owner().put(`manager/farms/${farm.farm}/`, { analysis_mean: 3 });
  await add('2026-02-15', 10);
  await add('2026-02-22', 12);
  await owner().put(`manager/farms/${farm.farm}/`, { analysis_mean: 1 });
  const days = ['2026-02-01', '2026-02-08', '2026-02-15', '2026-02-22'];
  expect(await Promise.all(days.map((day) => readProtein(feed, day)))).toEqual([8, 9, 9, 10.3333333333]);
});

test('a nutrient by formula follows the nutrients that it is computed from', async () => {
  const feed = await makeFeed();
  const nfc = await make(owner(), NUTRIENTS, { name: 'NFC', standard: 'nfc', formula: 'nfc_nrc2001' });
  // NRC 2001, table 15-1, legume forage hay of mid maturity: 100 − (20.8 + 42.9 + 2 + 10) = 24.3.
  const values = Object.entries({ protein: 20.8, ndf: 42.9, fat: 2, ash: 10 }).map(([standard, value]) => ({
    nutrient: known[standard],
    value,
  }));
  await make(owner(), ANALYSES, sample(feed, { sampled_on: '2026-02-01', values: values.slice(0, 3) }));
  await make(owner(), ANALYSES, sample(feed, { values: values.slice(3) }));
  const read = async (day: string) =>
    (await owner().get(`${ANALYSES}valid/?ingredient=${feed}&day=${day}`)).data.find(
      ({ nutrient }: { nutrient: number }) => nutrient === nfc.id,
    );
  expect(await read('2026-02-28')).toBeUndefined();
  expect(await read('2026-03-01')).toMatchObject({ value: 24.3, measured: true });
  const typed = await refuse(sample(feed, { values: [{ nutrient: nfc.id, value: 24 }] }));
  expect(typed).toEqual([400, { 'values.0.nutrient': 23 }]);
  const wrong = await owner().post(NUTRIENTS, { name: 'NFC fresh', formula: 'nfc_nrc2001', per: 'fresh' });
  expect([wrong.status, codes(wrong.errors)]).toEqual([400, { per: 23 }]);
});

// TDN 68 %: NEL = 0.0245 × 68 − 0.12 = 1.546 Mcal/kg (NRC 1989); ME = 1.01 × 0.04409 × 68 − 0.45 = 2.5781012 Mcal/kg (NRC 2001).
test('energy by formula is computed in the unit of the nutrient', async () => {
  const feed = await makeFeed();
  const tdn = await make(owner(), NUTRIENTS, { name: 'TDN', standard: 'tdn' });
  const nel = await make(owner(), NUTRIENTS, { name: 'NEL of TDN', unit: 'mcal_kg', formula: 'nel_tdn_nrc1989' });
  const me = await make(owner(), NUTRIENTS, { name: 'ME of TDN', unit: 'mj_kg', formula: 'me_tdn_nrc2001' });
  await make(owner(), ANALYSES, sample(feed, { values: [{ nutrient: tdn.id, value: 68 }] }));
  const { data } = await owner().get(`${ANALYSES}valid/?ingredient=${feed}&day=${TODAY}`);
  const byNutrient = new Map(data.map(({ nutrient, value }: { nutrient: number; value: number }) => [nutrient, value]));
  expect([byNutrient.get(nel.id), byNutrient.get(me.id)]).toEqual([1.546, 10.7867754208]);
});

test('a closed month keeps its analyses: the refusal names the day of validity', async ({ api }) => {
  const own = await makeReadyFarm(api);
  const { owner: caller } = own.client;
  const [protein] = (await caller.post(`${NUTRIENTS}starter/`, { language: 'en' })).data;
  const body = { ingredient: own.silage, sampled_on: '2026-01-20', values: [{ nutrient: protein.id, value: 8 }] };
  const made = await make(caller, ANALYSES, body);
  await caller.post('manager/months/', { farm: own.farm, month: '2026-01' });
  const answers = [
    await caller.post(ANALYSES, { ...body, sampled_on: '2026-01-25' }),
    await caller.put(`${ANALYSES}${made.id}/`, { values: [{ nutrient: protein.id, value: 9 }] }),
    await caller.put(`${ANALYSES}${made.id}/`, { valid_from: '2026-02-01' }),
    await caller.delete(`${ANALYSES}${made.id}/`),
  ];
  expect(answers.map(({ status, errors }) => [status, codes(errors)])).toEqual(answers.map(() => [409, { valid_from: 'month_closed' }]));
  // A late result is valid from an open day.
  expect((await caller.post(ANALYSES, { ...body, sampled_on: '2026-01-25', valid_from: '2026-02-01' })).status).toBe(201);
});

test('the library has typical figures of at least sixty feeds, and a feed of it becomes book values', async () => {
  const { data, count } = await owner().get(`${ANALYSES}library/`);
  expect(count).toBeGreaterThanOrEqual(60);
  expect(data.map(({ feed }: { feed: string }) => feed)).toEqual([...FEED_CODES]);
  expect(data.every(({ source, values }: { source: string; values: object }) => source !== '' && Object.keys(values).length >= 10)).toBe(
    true,
  );
  const ingredients = await Promise.all(FEED_CODES.map(async () => makeFeed()));
  for (const [at, feed] of FEED_CODES.entries()) {
    const { status, errors } = await owner().post(`${ANALYSES}library/`, { ingredient: ingredients[at], feed, valid_from: '2026-03-01' });
    expect([feed, status, errors]).toEqual([feed, 201, undefined]);
  }
  const barley = ingredients[FEED_CODES.indexOf('barley_grain')]!;
  const [row] = (await owner().get(`${ANALYSES}?ingredient=${barley}`)).data;
  expect(row).toMatchObject({ method: 'book', dry_matter: 88, lab: expect.stringContaining('NRC 2001') });
  expect(await readProtein(barley, TODAY)).toBe(12);
  // 1.86 Mcal/kg × 4.184 MJ/Mcal.
  expect(row.values.find(({ nutrient }: { nutrient: number }) => nutrient === known.nel)).toMatchObject({ value: 7.78224, unit: 'mj_kg' });
});

test('a laboratory’s file adds samples once, and is all or nothing', async () => {
  const feed = await makeFeed({ name: 'Maize of the lab' });
  const row = { ingredient_name: 'Maize of the lab', sampled_on: '2026-03-02', lab: 'Agri', lot: 'A', dry_matter: 38 };
  const send = (rows: object[]) => owner().post(`${ANALYSES}import/`, { farm: farm.farm, rows });
  const wide = { ...row, figures: { [known.protein!]: 7.5 }, figures_fresh: { [known.starch!]: 11.4 } };
  const first = await send([wide]);
  expect([first.errors, first.data?.created]).toEqual([undefined, 1]);
  expect(await readProtein(feed, '2026-03-02')).toBe(7.5);
  const [made] = (await owner().get(`${ANALYSES}?ingredient=${feed}`)).data;
  expect(made.values.map(({ value }: { value: number }) => value)).toEqual([7.5, 30]);
  const long = { ...row, lot: 'B', values: [{ nutrient_name: 'NDF', value: 41 }] };
  expect((await send([wide, long])).data).toMatchObject({ created: 1 });
  const wrong = await send([
    { ...long, lot: 'C' },
    { ...wide, lot: 'D', figures: { [known.protein!]: 120 } },
  ]);
  expect(codes(wrong.errors)).toEqual({ [`rows.1.figures.${known.protein}`]: [8, 100] });
  expect((await owner().get(`${ANALYSES}?ingredient=${feed}`)).count).toBe(2);
});

test('consultants read analyses, other clients don’t', async ({ api }) => {
  const feed = await makeFeed();
  const made = await make(owner(), ANALYSES, sample(feed));
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${ANALYSES}`;
  expect((await consultant.caller.get(`${inside}${made.id}/`)).status).toBe(200);
  expect((await consultant.caller.put(`${inside}${made.id}/`, { note: 'x' })).status).toBe(403);
  const stranger = await makeReadyFarm(api);
  expect((await stranger.client.owner.get(`${ANALYSES}${made.id}/`)).status).toBe(404);
  expect((await stranger.client.owner.post(ANALYSES, sample(feed))).status).toBe(400);
  expect((await stranger.client.owner.get(`${ANALYSES}valid/?ingredient=${feed}&day=${TODAY}`)).data).toEqual([]);
});

test('a value a hundred times too small is unusual, in the list of values and in a laboratory’s columns', async () => {
  const feed = await makeFeed();
  await make(owner(), ANALYSES, sample(feed, { dry_matter: 40, values: [{ nutrient: known.protein, value: 8 }] }));
  const row = { ingredient: feed, sampled_on: '2026-03-05', lab: 'Agri', dry_matter: 40 };
  const dryRun = async (values: object) => {
    const { data, errors } = await owner().post(`${ANALYSES}import/`, { farm: farm.farm, dry_run: true, rows: [{ ...row, ...values }] });
    expect([errors, data?.errors]).toEqual([undefined, {}]);
    return data.rows[0].unusual;
  };
  expect(await dryRun({ values: [{ nutrient: known.protein, value: 0.08 }] })).toEqual([{ field: 'values.0.value', usual: 8 }]);
  expect(await dryRun({ figures_dry: { [`${known.protein}`]: 0.08 } })).toEqual([{ field: `figures_dry.${known.protein}`, usual: 8 }]);
  // With 40 % dry matter, 8 % of it are 3.2 % of the feed.
  expect(await dryRun({ figures_fresh: { [`${known.protein}`]: 0.03 } })).toEqual([
    { field: `figures_fresh.${known.protein}`, usual: 3.2 },
  ]);
  expect(await dryRun({ dry_matter: 0.4, values: [{ nutrient: known.protein, value: 8.4 }] })).toEqual([
    { field: 'dry_matter', usual: 40 },
  ]);
  expect(await dryRun({ values: [{ nutrient: known.protein, value: 9.1 }] })).toEqual([]);
  // A feed without analyses is compared with the others.
  const other = await makeFeed();
  expect(await dryRun({ ingredient: other, values: [{ nutrient: known.protein, value: 0.11 }] })).toHaveLength(1);
});
