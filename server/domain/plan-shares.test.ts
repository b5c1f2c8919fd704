import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { chooseStep, shareByPercent, toGrams } from '#common/feeding/plan.ts';
import { makeIngredient } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const FIVE_LB_IN_KG = 2.267_961_85;

/** A plan's load in kg, with shares of millionths that sum to 100 %. */
const loads = fc.record({
  kg: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 20_000_000 })).map((grams) => grams / 1000),
  percents: fc
    .uniqueArray(fc.oneof(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 1, max: 200_000 })), { maxLength: 12 })
    .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 100_000_000])
    .map((cuts) => cuts.slice(1).map((cut, index) => (cut - cuts[index]!) / 1_000_000)),
  step: fc.oneof(
    fc.constantFrom(0, 0.5, 1, 5, 10).map((rationStep) => ({ mixerRounds: false, inPounds: false, rationStep })),
    fc.boolean().map((inPounds) => ({ mixerRounds: true, inPounds, rationStep: 1 })),
  ),
});

test('the database divides each load like the server and the browser, to the gram', async ({ api }) => {
  const cases = fc.sample(loads, { numRuns: 3000, seed: 41 });
  const rows = cases.map(({ kg, percents, step: { mixerRounds, inPounds, rationStep } }) => ({
    kg,
    percents,
    step: mixerRounds ? (inPounds ? FIVE_LB_IN_KG : 5) : Math.max(rationStep, 0.001),
    whole: mixerRounds,
  }));
  const { rows: found } = await sql<{ shares: string[] }>`
    select plan_shares((x.row ->> 'kg')::numeric, array(select jsonb_array_elements_text(x.row -> 'percents')::numeric),
                       (x.row ->> 'step')::numeric, (x.row ->> 'whole')::boolean)::text[] as shares
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as x (row, n) order by x.n`.execute(
    api.database.acrossClients(),
  );
  const expected = cases.map(({ kg, percents, step }) => shareByPercent(kg, percents, chooseStep(step)).map(toGrams));
  expect(found.map(({ shares }) => shares.map((kg) => toGrams(Number(kg))))).toEqual(expected);
});

test('a day that is not planned yet needs what a planned day needs, in steps of a rounding mixer', async ({ api }) => {
  api.setNow('2026-03-10T02:00:00Z');
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const premix = await makeIngredient(owner, farm, { name: 'Premix' });
  const percents = [66.6, 33.3, 0.1];
  const items = [farm.silage, farm.hay, premix.id].map((ingredient, index) => ({ ingredient, percent: percents[index] }));
  await owner.put(`manager/rations/${farm.ration}/`, { items });
  await owner.put(`manager/mixers/${farm.mixer}/`, { rounding: true });
  await owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 113 });
  await makePeriod(farm, { active: true });
  // 113 × 40 + 50 × 20 = 5 520 kg, of which 5.52 kg are weighed in steps as 5.
  const [feeding] = (await owner.get(`schedule/schedules/?farm=${farm.farm}&planned_on=2026-03-12`)).data;
  expect(feeding.items.map(({ weight_plan }: { weight_plan: number }) => weight_plan)).toEqual([3675, 1840, 5]);
  await owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 57 });
  // 57 × 40 + 50 × 20 = 3 280 kg, of which 3.28 kg are over half a step.
  await owner.put(`manager/groups/${farm.heifers}/`, { animal_count: 3 });
  // 57 × 40 + 3 × 20 = 2 340 kg, of which 2.34 kg are weighed by hand: 2 337.66 kg in steps are 2 340.
  const { data: needs } = await owner.get(`manager/ingredients/needs/?farm=${farm.farm}&days=14`);
  for (const [index, ingredient] of [farm.silage, farm.hay, premix.id].entries()) {
    const { days } = needs.find(({ id }: { id: number }) => id === ingredient);
    expect(days).toHaveLength(14);
    for (const { need } of days) expect(need).toBe([1560, 780, 2.34][index]);
  }
  const [waiting] = (await owner.get(`schedule/schedules/?farm=${farm.farm}&planned_on=2026-03-12`)).data;
  expect([waiting.weight_plan, waiting.fresh_weight]).toEqual([2340, 2342.34]);
});
