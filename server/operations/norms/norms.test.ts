import { expect } from 'vitest';
import { make } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const NORMS = 'manager/norms/';
let farm: ReadyFarm;
let protein: number;

test.override('now', '2026-03-10T10:00:00Z');
test.beforeAll(async ({ farm: ready }) => {
  farm = ready;
  [{ id: protein }] = (await owner().post('manager/nutrients/starter/', { language: 'en' })).data;
});

const owner = () => farm.client.owner;
const codes = (errors: Record<string, { code: number | string }[]> = {}) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.code]));
const refuse = async (values: object) => {
  const { status, errors } = await owner().post(NORMS, { group: farm.cowsGroup, nutrient: protein, from: '2026-03-01', ...values });
  return [status, codes(errors)];
};

test('a norm is of a group or of an animal type, from a day on', async () => {
  const made = await make(owner(), NORMS, {
    group: farm.cowsGroup,
    nutrient: protein,
    from: '2026-02-01',
    min: 15.5,
    target: 16.5,
    max: 18,
  });
  expect(made).toMatchObject({ animal_type: null, farm: farm.farm, per: 'dry', min: 15.5, target: 16.5, max: 18, intake: null });
  const typed = await make(owner(), NORMS, { animal_type: farm.cows, nutrient: protein, from: '2026-02-01', min: 14 });
  expect(typed).toMatchObject({ group: null, farm: null, min: 14, max: null });
  expect(await refuse({ from: '2026-02-01', min: 16 })).toEqual([400, { from: 5 }]);
  expect(await refuse({ group: null, min: 1 })).toEqual([400, { group: 2 }]);
  expect(await refuse({ animal_type: farm.cows, min: 1 })).toEqual([400, { group: 23 }]);
  expect(await refuse({ min: 18, max: 16 })).toEqual([400, { max: 'min_val' }]);
  expect(await refuse({})).toEqual([400, { target: 2 }]);
  expect((await owner().get(`${NORMS}?group=${farm.cowsGroup}`)).data).toHaveLength(1);
});

test('the norm of dry matter is typed, or computed by the named equation', async () => {
  const intake = { equation: 'nasem_2021_animal', weight: 700, condition: 3, days_in_milk: 160, later_lactations: 0, milk_energy: 22.5 };
  const made = await make(owner(), NORMS, { group: farm.cowsGroup, from: '2026-03-02', per: 'head', intake });
  expect(made).toMatchObject({ nutrient: null, target: 23.894448, intake });
  const later = await owner().put(`${NORMS}${made.id}/`, { intake: { ...intake, later_lactations: 1 } });
  expect(later.data).toMatchObject({ target: 23.983767 });
  expect(await refuse({ nutrient: null, per: 'dry', target: 20 })).toEqual([400, { per: 23 }]);
  expect(await refuse({ per: 'head', intake })).toEqual([400, { intake: 23 }]);
});

test('a closed month keeps its norms', async () => {
  const made = await make(owner(), NORMS, { group: farm.heifers, nutrient: protein, from: '2026-01-10', min: 12 });
  await owner().post('manager/months/', { farm: farm.farm, month: '2026-01' });
  const answers = [
    await owner().post(NORMS, { group: farm.heifers, nutrient: protein, from: '2026-01-20', min: 13 }),
    await owner().put(`${NORMS}${made.id}/`, { min: 13 }),
    await owner().delete(`${NORMS}${made.id}/`),
  ];
  expect(answers.map(({ status, errors }) => [status, codes(errors)])).toEqual(answers.map(() => [409, { from: 'month_closed' }]));
  expect((await owner().post(NORMS, { group: farm.heifers, nutrient: protein, from: '2026-02-01', min: 13 })).status).toBe(201);
});
