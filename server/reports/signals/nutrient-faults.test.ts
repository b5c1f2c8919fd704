import { expect } from 'vitest';
import type { Row } from '#contract/reports/shape.ts';
import type { SignalRule } from '#contract/reports/signal-words.ts';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make } from '#tests/support/factories.ts';
import { moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { lookOverNow, throwLoads } from '#tests/support/reports/loads.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

type Signal = RowOf<typeof signals>;
let farm: ReadyFarm;
let protein: number;

test.override('now', '2026-03-10T12:00:00Z');
test.beforeAll(async ({ api, farm: ready }) => {
  farm = ready;
  const { owner } = farm.client;
  protein = (await make(owner, 'manager/nutrients/', { name: 'Protein', standard: 'protein' })).id;
  for (const [feed, value] of [
    [farm.silage, 8],
    [farm.hay, 12],
    [farm.meal, 48],
  ])
    await make(owner, 'manager/analyses/', { ingredient: feed, sampled_on: '2026-03-01', values: [{ nutrient: protein, value }] });
  await throwLoads(api, farm, { from: '2026-03-07', days: 3, operator: null });
});

const found = async (rule: SignalRule): Promise<Signal[]> =>
  (await farm.client.owner.get<Signal[]>(`manager/signals/?rule=${rule}&ordering=found_at,since`)).data;
const setNorm = (min: number, from: string) =>
  make(farm.client.owner, 'manager/norms/', { group: farm.cowsGroup, nutrient: protein, from, min });
const readReport = async (days: string): Promise<Row | undefined> =>
  (await reportOf(farm.client.owner, `nutrients/make/?${days}&group=${farm.cowsGroup}`)).rows.find((row) => row.nutrient_id === protein);

test('a group below a norm on three recorded days is a signal, with the nutrient’s name and the percent of the report', async ({ api }) => {
  await setNorm(30, '2026-03-08');
  await lookOverNow(api);
  expect(await found('nutrient_norm')).toEqual([]);
  await make(farm.client.owner, 'manager/norms/', { group: farm.cowsGroup, nutrient: protein, from: '2026-03-01', min: 20 });
  await lookOverNow(api);
  const [signal, ...others] = await found('nutrient_norm');
  expect(others).toEqual([]);
  const report = await readReport('planned_on_after=2026-03-09&planned_on_before=2026-03-09');
  expect(report).toMatchObject({ norm_min: 30, days_below: 1 });
  expect(signal).toMatchObject({ subject: farm.cowsGroup, subject_kind: 'group', limit: 100, since: '2026-03-07', over: false });
  expect(signal?.subject_name).toMatch(/: Protein$/);
  expect(signal?.value).toBeCloseTo((Number(report?.norm_value) / 30) * 100, 3);
});

test('the signal ends when a day reaches the norm, and a nutrient with a feed that was never analysed gives none', async ({ api }) => {
  await setNorm(1, '2026-03-09');
  await lookOverNow(api);
  expect(await found('nutrient_norm')).toMatchObject([{ over: true }]);
  const starch = (await make(farm.client.owner, 'manager/nutrients/', { name: 'Starch', standard: 'starch' })).id;
  await make(farm.client.owner, 'manager/norms/', { group: farm.cowsGroup, nutrient: starch, from: '2026-03-01', min: 90 });
  await make(farm.client.owner, 'manager/analyses/', {
    ...{ ingredient: farm.silage, sampled_on: '2026-03-01', values: [{ nutrient: starch, value: 30 }] },
  });
  await lookOverNow(api);
  expect((await found('nutrient_norm')).filter(({ over }) => !over)).toEqual([]);
});

const feedOn = async (api: TestApi, now: string) => {
  await moveTo(api, farm, now);
  await throwLoads(api, farm, { from: now.slice(0, 8) + String(Number(now.slice(8, 10)) - 1).padStart(2, '0'), days: 1, operator: null });
  await lookOverNow(api);
  return (await found('analysis_age')).filter(({ over }) => !over);
};

test('an analysis older than 60 days of a moist feed in use is a signal until a new sample, and book values are no sample', async ({
  api,
}) => {
  expect(await feedOn(api, '2026-04-30T12:00:00Z')).toEqual([]);
  expect(await feedOn(api, '2026-05-02T12:00:00Z')).toMatchObject([
    { subject: farm.silage, subject_kind: 'ingredient', value: 62, limit: 60, since: '2026-05-01' },
  ]);
  const { owner } = farm.client;
  const sample = { ingredient: farm.silage, sampled_on: '2026-05-02', values: [{ nutrient: protein, value: 8 }] };
  await make(owner, 'manager/analyses/', { ...sample, method: 'book' });
  await lookOverNow(api);
  expect(await found('analysis_age')).toMatchObject([{ over: false }]);
  await make(owner, 'manager/analyses/', sample);
  await lookOverNow(api);
  expect(await found('analysis_age')).toMatchObject([{ over: true }]);
});
