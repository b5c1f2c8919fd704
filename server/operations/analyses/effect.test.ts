import { expect } from 'vitest';
import type { z } from 'zod';
import type { AnalysisEffect } from '#contract/operations/analyses.ts';
import { make } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

type Effect = z.output<typeof AnalysisEffect>;
interface Item {
  ingredient: number;
  weight_plan: number;
}

test.override('now', '2026-03-10T12:00:00Z');

test('an analysis names the rations that leave a norm with it, with the contents before and after', async ({ farm }) => {
  const { owner } = farm.client;
  await makePeriod(farm, { active: true });
  const nutrient = (await make(owner, 'manager/nutrients/', { name: 'Protein', standard: 'protein', unit: 'percent' })).id;
  const analyze = async (ingredient: number, value: number, sampled_on: string) =>
    make(owner, 'manager/analyses/', { ingredient, sampled_on, values: [{ nutrient, value }] });
  await make(owner, 'manager/norms/', { group: farm.cowsGroup, nutrient, from: '2026-03-01', min: 16, max: 19 });
  await make(owner, 'manager/norms/', { group: farm.heifers, nutrient, from: '2026-03-01', min: 10 });
  await analyze(farm.silage, 9, '2026-03-01');
  await analyze(farm.hay, 14, '2026-03-01');
  const alone = await analyze(farm.meal, 50, '2026-03-01');
  // Dry matter of 100 kg: 60 × 34 %, 30 × 86 %, 10 × 90 %.
  const content = (silage: number) => Math.round(((20.4 * silage + 25.8 * 14 + 9 * 50) / 55.2) * 1e6) / 1e6;
  const readEffect = async (id: number) => (await owner.get(`manager/analyses/${id}/effect/`)).data;
  expect(await readEffect(alone.id)).toMatchObject([
    { group: farm.cowsGroup, before: null, after: content(9), min: 16, max: 19, leaves: false },
    { group: farm.heifers, before: null, after: content(9), min: 10, max: null, leaves: false },
  ]);
  const poorer = await analyze(farm.silage, 3, '2026-03-09');
  expect(await readEffect(poorer.id)).toMatchObject([
    { ration: farm.ration, group: farm.cowsGroup, nutrient, before: content(9), after: content(3), min: 16, max: 19, leaves: true },
    { ration: farm.ration, group: farm.heifers, before: content(9), after: content(3), leaves: false },
  ]);
  expect((await owner.get('manager/analyses/999999/effect/')).status).toBe(404);
});

test('an analysis names a group that leaves a norm per head, in the unit of the norm', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  await makePeriod(farm, { active: true });
  const nutrient = (await make(owner, 'manager/nutrients/', { name: 'Protein', standard: 'protein', unit: 'percent' })).id;
  const analyze = async (ingredient: number, value: number, sampled_on: string) =>
    make(owner, 'manager/analyses/', { ingredient, sampled_on, values: [{ nutrient, value }] });
  // Grams of protein in 40 kg of the ration: dry matter of 100 kg is 60 × 34 %, 30 × 86 %, 10 × 90 %.
  const grams = (silage: number) => Math.round((40 * (20.4 * silage + 25.8 * 14 + 9 * 50) * 10 * 1e6) / 100) / 1e6;
  await make(owner, 'manager/norms/', { group: farm.cowsGroup, nutrient, from: '2026-03-01', per: 'head', min: Math.round(grams(6)) });
  await analyze(farm.silage, 9, '2026-03-01');
  await analyze(farm.hay, 14, '2026-03-01');
  await analyze(farm.meal, 50, '2026-03-01');
  const poorer = await analyze(farm.silage, 3, '2026-03-09');
  const { data } = await owner.get(`manager/analyses/${poorer.id}/effect/`);
  expect(data).toMatchObject([
    { ration: farm.ration, group: farm.cowsGroup, per: 'head', unit: 'g', before: grams(9), after: grams(3), leaves: true },
  ]);
});

test('a laboratory’s file leads to the ration that left its norm, its cheapest fix, a new version and tomorrow’s loads', async ({
  api,
}) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  await makePeriod(farm, { active: true });
  const nutrient = (await make(owner, 'manager/nutrients/', { name: 'Protein', standard: 'protein', unit: 'percent' })).id;
  await make(owner, 'manager/norms/', { group: farm.cowsGroup, nutrient, from: '2026-03-01', min: 16 });
  const names = new Map<number, string>();
  for (const id of [farm.silage, farm.hay, farm.meal]) names.set(id, (await owner.get(`manager/ingredients/${id}/`)).data.name);
  const send = async (rows: readonly [number, number, string][]) =>
    owner.post('manager/analyses/import/', {
      farm: farm.farm,
      rows: rows.map(([feed, value, sampled_on]) => ({
        ingredient_name: names.get(feed),
        sampled_on,
        lab: 'Lab',
        figures: { [nutrient]: value },
      })),
    });
  await send([
    [farm.silage, 9, '2026-03-01'],
    [farm.hay, 14, '2026-03-01'],
    [farm.meal, 50, '2026-03-01'],
  ]);
  expect((await send([[farm.silage, 3, '2026-03-09']])).data.created).toBe(1);
  const [newest] = (await owner.get('manager/analyses/?ordering=-sampled_on')).data;
  const leaving = async () => (await owner.get(`manager/analyses/${newest.id}/effect/`)).data.filter(({ leaves }: Effect) => leaves);
  const [left, ...others] = await leaving();
  expect([left.ration, left.group, others]).toEqual([farm.ration, farm.cowsGroup, []]);
  const feeds = [farm.silage, farm.hay, farm.meal].map((ingredient) => ({ ingredient, min: 5 }));
  const limits = [
    { of: 'nutrient', nutrient, per: 'dry', min: 16.1 },
    { of: 'weight', min: 100, max: 100 },
  ];
  const { status, data: fix } = await owner.post(`manager/rations/${farm.ration}/optimise/`, { feeds, limits, head: 150 });
  expect([status, fix.certificate?.proved]).toEqual([200, true]);
  const amounts = new Map<number, number>(
    fix.feeds.map((one: { ingredient: number; amount: number }) => [one.ingredient, Math.round(one.amount * 100) / 100]),
  );
  amounts.set(farm.silage, Math.round((100 - amounts.get(farm.hay)! - amounts.get(farm.meal)!) * 100) / 100);
  const ration = (await owner.get(`manager/rations/${farm.ration}/`)).data;
  const items = ration.items.map((item: { ingredient: number }) => ({
    ingredient: item.ingredient,
    percent: amounts.get(item.ingredient),
  }));
  const saved = await owner.put(`manager/rations/${farm.ration}/`, { items, version: ration.version });
  expect([saved.status, saved.data.version > ration.version]).toEqual([200, true]);
  expect(await leaving()).toEqual([]);
  const [tomorrow] = (await owner.get('schedule/schedules/?planned_on_after=2026-03-11&planned_on_before=2026-03-11')).data;
  const whole = tomorrow.items.reduce((sum: number, item: Item) => sum + item.weight_plan, 0);
  for (const { ingredient, weight_plan } of tomorrow.items as Item[])
    expect(Math.abs((weight_plan / whole) * 100 - amounts.get(ingredient)!), names.get(ingredient)).toBeLessThan(0.1);
});
