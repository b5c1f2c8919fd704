import { expect } from 'vitest';
import { make, makeIngredient } from '#tests/support/factories.ts';
import { makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test as base } from '#tests/support/test.ts';

const DAY = '2026-03-20';

const test = base.override({ now: `${DAY}T09:00:00Z` });

/** The dry matter that the ledger moved on the day: fed beyond what reports know of, other moves, bought, changed in stock. */
async function moved(farm: ReadyFarm): Promise<Record<string, number>> {
  const { rows } = await reportOf(
    farm.client.owner,
    `cost_bridge/make/?planned_on_after=${DAY}&planned_on_before=${DAY}&farm=${farm.farm}`,
  );
  const steps = ['unreported', 'stock_change', 'other_moves', 'purchased'];
  return Object.fromEntries(
    rows.filter(({ id }) => steps.includes(String(id))).map(({ id, dry_matter }) => [String(id), Number(dry_matter)]),
  );
}

async function analyse(farm: ReadyFarm, ingredient: number, dry_matter: number): Promise<void> {
  const path = `manager/ingredients/${ingredient}/`;
  expect((await farm.client.owner.put(path, { dry_matter })).status).toBe(200);
}

/** Asserts that a reversed move leaves no analysis and no dry matter behind. */
async function expectNothingLeft(
  farm: ReadyFarm,
  act: () => Promise<() => Promise<{ status: number }>>,
  ingredient: number,
  dryMatters: readonly [number, number],
): Promise<void> {
  await analyse(farm, ingredient, dryMatters[0]);
  const before = await moved(farm);
  const takeBack = await act();
  await analyse(farm, ingredient, dryMatters[1]);
  expect((await takeBack()).status).toBeLessThan(300);
  const after = await moved(farm);
  for (const [step, value] of Object.entries(before)) expect(after[step], step).toBeCloseTo(value, 4);
}

test('a load reversed after an analysis leaves no dry matter behind', async ({ farm }) => {
  const { owner } = farm.client;
  await expectNothingLeft(
    farm,
    async () => {
      const path = `schedule/schedules/${(await makeSchedule(farm, DAY)).id}/`;
      const items = [{ ingredient: farm.silage, weight_fact: 3000 }];
      for (const status of ['in_process', 'loaded']) expect((await owner.put(`${path}load/`, { status, items })).status).toBe(200);
      return () => owner.post(`${path}reset/`, { reason: 'the wrong mixer' });
    },
    farm.silage,
    [34, 41],
  );
});

test('a delivery reversed after an analysis leaves no dry matter behind', async ({ farm }) => {
  const { owner } = farm.client;
  await expectNothingLeft(
    farm,
    async () => {
      const body = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.hay, value: 1000, price: 4 };
      const { id } = await make(owner, 'manager/deliveries/', body);
      return () => owner.delete(`manager/deliveries/${id}/`);
    },
    farm.hay,
    [86, 77],
  );
});

test('a batch reversed after an analysis leaves no dry matter behind', async ({ farm }) => {
  const { owner } = farm.client;
  const made = await makeIngredient(owner, farm);
  const items = [
    { ingredient: farm.hay, percent: 50 },
    { ingredient: farm.meal, percent: 50 },
  ];
  const recipe = await make(owner, 'manager/recipes/', { farm: farm.farm, name: 'Mix', ingredient: made.id, items });
  await expectNothingLeft(
    farm,
    async () => {
      const plan = { farm: farm.farm, recipe: recipe.id, planned_on: DAY, weight_plan: 200 };
      const path = `animalfeed/schedules/${(await make(owner, 'animalfeed/schedules/', plan)).id}/`;
      const weighed = items.map(({ ingredient }) => ({ ingredient, weight_fact: 100 }));
      expect((await owner.post(`${path}load/`, { items: weighed })).status).toBeLessThan(300);
      return () => owner.post(`${path}reset/`, { reason: 'tried' });
    },
    farm.meal,
    [90, 70],
  );
});
