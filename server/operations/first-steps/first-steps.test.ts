import { expect } from 'vitest';
import { FIRST_STEPS } from '#contract/operations/first-steps.ts';
import { make, makeAccount, makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const path = 'manager/firststeps/';
const DAY = '2026-03-20';
const test = base.override({ now: `${DAY}T09:00:00Z` });

test('first steps of a client without data begin with its company, independent of other clients', async ({ api }) => {
  await makeReadyFarm(api);
  const { owner } = await makeClient(api);
  expect((await owner.get(path)).data).toEqual({ done: [], company: null, farm: null, feeding: null });
  const company = await make(owner, 'manager/companies/', { name: 'First' });
  expect((await owner.get(path)).data).toEqual({ done: ['companies'], company: company.id, farm: null, feeding: null });
  await owner.delete(`manager/companies/${company.id}/`);
  expect((await owner.get(path)).data).toEqual({ done: [], company: null, farm: null, feeding: null });
});

test('all is done once a feeding has been recorded to its end', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  await make(owner, 'manager/deliveries/', {
    farm: farm.farm,
    delivery_type: 'delivery',
    ingredient: farm.hay,
    value: 10,
    price: 4,
    delivered_at: `${DAY}T08:00:00Z`,
  });
  const { id } = await makeSchedule(farm, DAY);
  const now = async () => (await owner.get(path)).data;
  expect(await now()).toMatchObject({ done: FIRST_STEPS.filter((step) => step !== 'records'), farm: farm.farm, feeding: id });
  const at = `schedule/schedules/${id}/`;
  await owner.put(`${at}load/`, { status: 'in_process' });
  await owner.put(`${at}load/`, { status: 'loaded', items: [{ ingredient: farm.silage, weight_fact: 100 }] });
  await owner.put(`${at}upload/`, { status: 'out_process' });
  await owner.put(`${at}upload/`, { status: 'uploaded', groups: [{ group: farm.heifers, weight_fact: 100 }] });
  expect((await now()).done).toEqual([...FIRST_STEPS]);
  expect((await now()).feeding).toBeNull();
});

test('an opening balance counts as stock, like a delivery', async ({ api }) => {
  const { owner } = await makeClient(api);
  const at = await makeFarm(owner);
  const { id: ingredient } = await makeIngredient(owner, at);
  expect((await owner.get(path)).data.done).not.toContain('openings');
  await make(owner, 'manager/openings/', { farm: at.farm, ingredient, day: DAY, kg: 900, price: 4 });
  expect((await owner.get(path)).data.done).toContain('openings');
});

test('compound feed that was made ends the steps of a client with animal feed alone', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const done = async () => (await owner.get(path)).data.done;
  expect(await done()).not.toContain('made');
  const { id: ingredient } = await makeIngredient(owner, farm);
  const items = [{ ingredient: farm.silage, percent: 100 }];
  const { id: recipe } = await make(owner, 'manager/recipes/', { farm: farm.farm, name: 'Mix', ingredient, items });
  expect(await done()).toContain('recipes');
  const crafted = await owner.post('manager/recipes/craft/', { recipe, weight: 100, crafted_at: `${DAY}T09:00:00Z` });
  expect(crafted.errors).toBeUndefined();
  expect((await done()).at(-1)).toBe('made');
});

test('first steps are shown only to a person who may set the client up', async ({ api }) => {
  const { owner, id } = await makeClient(api);
  expect((await owner.get(path)).status).toBe(200);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [id] });
  expect((await consultant.caller.get(`dashboard/clients/${id}/${path}`)).status).toBe(403);
});
