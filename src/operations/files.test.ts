import type { TFunction } from 'i18next';
import { expect } from 'vitest';
import type { Formatter } from '#common/format/formatter.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { deliver, make, makeMixer } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import { throughFile } from '#tests/support/through-file.ts';
import { analysisFile, type ListedNutrient } from './analyses/file.ts';
import { bonusRuleFile } from './bonus-rules/file.ts';
import { dryMatterFile } from './dry-matter/file.ts';
import { normFile } from './norms/file.ts';
import { scenarioFile } from './scenarios/file.ts';
import { planFile } from './services/file.ts';
import { transferFile } from './transfers/file.ts';

interface Listed {
  path: string;
  fileOf: (t: TFunction) => ListFile;
}
const RULES: Listed = { path: 'manager/bonusrules/', fileOf: (t) => bonusRuleFile(t, {}, true) };
const SCENARIOS: Listed = { path: 'manager/scenarios/', fileOf: (t) => scenarioFile(t, {}, true) };
const PLANS: Listed = { path: 'manager/serviceplans/', fileOf: (t) => planFile(t, {}, true) };

test.beforeAll(async ({ farm }) => {
  const { owner } = farm.client;
  await make(owner, RULES.path, {
    farm: farm.farm,
    name: 'All measures',
    base: 1999.99,
    steps: [
      { measure: 'bullseye', from: 52.125, factor: 1.2 },
      { measure: 'punctuality', from: -90, factor: 1.0375 },
      { measure: 'deviation', from: 1234.567, factor: 0.9 },
      { measure: 'loading_cost_of_error', from: 0.5, factor: 0.95 },
    ],
  });
  await make(owner, RULES.path, { farm: farm.farm, name: 'One', base: 500, steps: [{ measure: 'completeness', from: 99, factor: 1.1 }] });
  await make(owner, SCENARIOS.path, {
    farm: farm.farm,
    name: 'Everything otherwise',
    heads: [
      { group: farm.heifers, day: '2026-04-01', added: -40 },
      { group: farm.heifers, day: '2026-05-01', heads: 90 },
    ],
    prices: [{ ingredient: farm.meal, price: 12.34567 }],
    harvests: [{ ingredient: farm.silage, day: '2026-09-01', kg: 500_000.125 }],
    rations: [{ group: farm.heifers, day: '2026-04-01', ration: farm.ration }],
  });
  await make(owner, SCENARIOS.path, { farm: farm.farm, name: 'As things are' });
  const mixer = (await makeMixer(owner, farm)).id;
  await make(owner, PLANS.path, { mixer, what: 'Oil', every: { days: 90, tonnes: 1234.567 } });
  await make(owner, PLANS.path, { mixer, what: 'Knives', every: { loads: 800 } });
});

for (const { path, fileOf } of [RULES, SCENARIOS, PLANS]) {
  test(`${path} comes back from its file as it was, in kilograms and in pounds, known by id and by name, and a copy of it is the same`, async ({
    farm,
  }) => {
    const { owner } = farm.client;
    const read = async (): Promise<Record<string, unknown>[]> => (await owner.get(path)).data;
    const before = await read();
    for (const language of ['uk', 'us'] as const) {
      for (const without of [[], ['id']]) {
        const { data, errors } = await owner.post(`${path}import/`, { rows: await throughFile(fileOf, before, language, without) });
        expect(errors ?? {}).toEqual({});
        expect(data).toMatchObject({ same: before.length, created: 0, updated: 0 });
      }
    }
    expect(await read()).toEqual(before);
    const named = path === PLANS.path ? 'what' : 'name';
    const copies = (await throughFile(fileOf, before, 'us')).map((row) => ({ ...row, id: null, [named]: `${row[named]} again` }));
    expect((await owner.post(`${path}import/`, { rows: copies })).data).toMatchObject({ created: before.length });
    const figures = ({ id: _, version: __, [named]: ___, ...row }: Record<string, unknown>) => JSON.stringify(row);
    const made = (await read()).filter((row) => String(row[named]).endsWith('again'));
    expect(made.map(figures).toSorted()).toEqual(before.map(figures).toSorted());
  });
}

test('analyses and norms come back from their files as they were, in kilograms and in pounds', async ({ farm }) => {
  const { owner } = farm.client;
  await owner.post('manager/nutrients/starter/', { language: 'de' });
  const nutrients: ListedNutrient[] = (await owner.get('manager/nutrients/')).data;
  const find = (standard: string) => nutrients.find((one) => one.standard === standard)!.id;
  const values = [
    { nutrient: find('protein'), value: 8.25 },
    { nutrient: find('nel'), value: 6.5 },
    { nutrient: find('me'), value: 1.17, unit: 'mcal_lb' },
  ];
  await make(owner, 'manager/analyses/', { ingredient: farm.silage, sampled_on: '2026-02-01', dry_matter: 33.6, values });
  const from = '2026-02-01';
  const bounds: [string, object][] = [
    ['protein', { per: 'head', min: 3200, target: 3333.333333 }],
    ['protein', { per: 'dry', min: 15.5, max: 17 }],
    ['calcium', { per: 'head', min: 90.5 }],
    ['nel', { per: 'dry', min: 6.5, max: 7.123456 }],
    ['nel', { per: 'head', target: 155 }],
  ];
  for (const [standard, norm] of bounds)
    await make(owner, 'manager/norms/', { group: farm.cowsGroup, nutrient: find(standard), from, ...norm });
  await make(owner, 'manager/norms/', { group: farm.cowsGroup, from, per: 'head', target: 22.5 });
  await make(owner, 'manager/norms/', { animal_type: farm.cows, nutrient: find('protein'), from, min: 14 });
  // A group of the same name on another farm has a norm of its own.
  const { name, animal_type } = (await owner.get(`manager/groups/${farm.cowsGroup}/`)).data;
  const other = await make(owner, 'manager/farms/', { company: farm.company, name: 'Other farm' });
  const twin = await make(owner, 'manager/groups/', { farm: other.id, name, animal_type, animal_count: 5 });
  await make(owner, 'manager/norms/', { group: twin.id, nutrient: find('protein'), from, min: 13 });
  const lists = [
    {
      path: 'manager/analyses/',
      fileOf: (t: TFunction, format: Formatter) => analysisFile(t, { query: {}, nutrients, format, farm: farm.farm, writes: true }),
    },
    { path: 'manager/norms/', fileOf: (t: TFunction, format: Formatter) => normFile(t, format, {}, true) },
  ];
  for (const { path, fileOf } of lists) {
    const before = (await owner.get(path)).data;
    for (const language of ['uk', 'us'] as const) {
      const rows = await throughFile(fileOf, before, language);
      const taken = await owner.post(`${path}import/`, { rows });
      expect(taken.errors ?? {}).toEqual({});
      expect(taken.data, `${path} ${language}`).toMatchObject({ same: before.length, created: 0, updated: 0 });
    }
    expect((await owner.get(path)).data).toEqual(before);
  }
  const [protein] = (await owner.get(`manager/norms/?nutrient=${find('protein')}`)).data.filter(
    ({ per }: { per: string }) => per === 'head',
  );
  const changed = await owner.put(`manager/norms/${protein.id}/`, { target: null, min: 7.5, unit: 'lb', version: protein.version });
  expect(changed.data).toMatchObject({ min: 3401.942775, target: null, unit: 'g' });
  const wrong = await owner.put(`manager/norms/${protein.id}/`, { min: 7.5, unit: 'mcal' });
  expect([wrong.status, Object.keys(wrong.errors)]).toEqual([400, ['unit']]);
});

test('an import keeps the parts of a plan’s interval that it lacks, and refuses a plan without any at its field', async ({ farm }) => {
  const { owner } = farm.client;
  const [oil] = (await owner.get(`${PLANS.path}?search=Oil`)).data;
  const row = { id: oil.id, mixer_name: oil.mixer_name, what: 'Oil' };
  const { data } = await owner.post(`${PLANS.path}import/`, { rows: [{ ...row, every: { days: 60 } }] });
  expect(data.updated).toBe(1);
  expect((await owner.get(`${PLANS.path}${oil.id}/`)).data.every).toEqual({ days: 60, loads: null, tonnes: 1234.567 });
  const none = await owner.post(`${PLANS.path}import/`, { rows: [{ ...row, every: { days: null, loads: null, tonnes: null } }] });
  expect([none.status, Object.keys(none.errors)]).toEqual([400, ['rows.0.every']]);
});

test('a line of a scenario that names no group, or one that isn’t there, is refused at its place in its list', async ({ farm }) => {
  const { owner } = farm.client;
  const heads = [
    { group: farm.heifers, day: '2026-04-01', added: 1 },
    { group_name: 'Nobody', day: '2026-04-01', added: 2 },
  ];
  const rows = [{ farm: farm.farm, name: 'Wrong', heads, rations: [{ day: '2026-04-01', ration_name: 'None' }] }];
  const { status, errors } = await owner.post(`${SCENARIOS.path}import/`, { rows });
  expect(status).toBe(400);
  expect(Object.keys(errors).toSorted()).toEqual([
    'rows.0.heads.1.group_name',
    'rows.0.rations.0.group_name',
    'rows.0.rations.0.ration_name',
  ]);
  expect((await owner.get(SCENARIOS.path)).data.map(({ name }: { name: string }) => name)).not.toContain('Wrong');
});

test('measurements of dry matter and transfers come back from their files as they were, and change nothing', async ({ farm }) => {
  const { owner } = farm.client;
  const timezone = 'UTC';
  const measured: Listed = { path: 'manager/drymatter/', fileOf: (t) => dryMatterFile(t, { farm: farm.farm, timezone, writes: true }) };
  const moved: Listed = {
    path: 'manager/stocks/transfer/',
    fileOf: (t) => transferFile(t, { query: {}, zoneOf: () => timezone, writes: true }),
  };
  await make(owner, measured.path, { ingredient: farm.silage, wet: 123.456, dry: 41.234, method: 'koster', note: 'left' });
  await make(owner, measured.path, { ingredient: farm.meal, percent: 88.25, method: 'nir' });
  await deliver(owner, farm, farm.meal, 5000, 7.5);
  const to = (await make(owner, 'manager/stocks/', { company: farm.company, name: 'Shared' })).id;
  await make(owner, moved.path, { ingredient: farm.meal, to, kg: 1234.567, note: 'by lorry' });
  for (const { path, fileOf } of [measured, moved]) {
    const before = (await owner.get(path)).data;
    for (const language of ['uk', 'us'] as const) {
      const rows = await throughFile(fileOf, before, language);
      // Moments are left out: their columns are in the time of a farm, which this test does not have.
      const taken = await owner.post(`${path}import/`, { rows: rows.map(({ at: _, measured_at: __, ...row }) => row) });
      expect(taken.errors ?? {}).toEqual({});
      expect(taken.data, `${path} ${language}`).toMatchObject({ same: before.length, created: 0, updated: 0 });
    }
    expect((await owner.get(path)).data).toEqual(before);
  }
});
