import { expect } from 'vitest';
import { deliver, make, makeAccount } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-04-10';

const test = base.override({ now: `${TODAY}T07:00:00Z` });

const owner = (farm: ReadyFarm) => farm.client.owner;
const refusal = async (farm: ReadyFarm, path: string, id: number) => {
  const { status, errors } = await owner(farm).delete(`manager/${path}/${id}/`);
  expect([path, status]).toEqual([path, 409]);
  const { code, values, uses } = errors.detail![0] as unknown as { code: string; values: string[]; uses: { resource: string }[] };
  return { code, values, uses };
};

test('a supplier whom deliveries name is not deleted, and the deliveries are named', async ({ farm }) => {
  const supplier = await make(owner(farm), 'manager/deliveries/companies/', { name: 'Mill' });
  const delivery = await make(owner(farm), 'manager/deliveries/', {
    farm: farm.farm,
    delivery_type: 'delivery',
    ingredient: farm.meal,
    value: 10,
    price: 3,
    company: supplier.id,
    // After midnight in Kyiv: the farm's day counts.
    delivered_at: '2026-04-09T22:30:00Z',
  });
  const { name } = (await owner(farm).get(`manager/ingredients/${farm.meal}/`)).data;
  expect(await refusal(farm, 'deliveries/companies', supplier.id)).toEqual({
    code: 'in_use',
    values: [`${name} 2026-04-10`],
    uses: [{ resource: 'deliveries', id: delivery.id, name: `${name} 2026-04-10`, farm: farm.farm, day: '2026-04-10' }],
  });
  await owner(farm).delete(`manager/deliveries/${delivery.id}/`);
  expect((await owner(farm).delete(`manager/deliveries/companies/${supplier.id}/`)).status).toBe(204);
});

test('feed that is left in stock is not deleted; used up or counted to zero it is', async ({ farm }) => {
  const at = { farm: farm.farm, stock: farm.stock, type: farm.type };
  const feed = await make(owner(farm), 'manager/ingredients/', { ...at, name: 'Left', price: 1, dry_matter: 50 });
  await deliver(owner(farm), farm, feed.id, 100, 2);
  const { name } = (await owner(farm).get(`manager/stocks/${farm.stock}/`)).data;
  expect(await refusal(farm, 'ingredients', feed.id)).toEqual({
    code: 'stock_left',
    values: [name],
    uses: [{ resource: 'stocks', id: farm.stock, name, farm: farm.farm }],
  });
  expect((await owner(farm).get(`manager/ingredients/${feed.id}/`)).status).toBe(200);
  expect((await owner(farm).post(`manager/stocks/${farm.stock}/count/`, { ingredient: feed.id, weight: 0 })).status).toBeLessThan(300);
  expect((await owner(farm).delete(`manager/ingredients/${feed.id}/`)).status).toBe(204);
});

test('the error for a row in use lists the users, as links for a screen', async ({ farm }) => {
  const period = await makePeriod(farm, { name: 'Morning', active: true });
  await makeSchedule(farm, '2026-04-12');
  const mixer = await refusal(farm, 'mixers', farm.mixer);
  expect(mixer.values).toEqual([
    '2026-04-10',
    '2026-04-11',
    '2026-04-12',
    '2026-04-13',
    '2026-04-14',
    '2026-04-15',
    '2026-04-16',
    '2026-04-17',
    'Morning',
  ]);
  expect(mixer.uses.at(-1)).toEqual({ resource: 'periods', id: period.id, name: 'Morning', farm: farm.farm });
  expect(mixer.uses[0]).toMatchObject({ resource: 'schedules', farm: farm.farm, day: '2026-04-10' });
  expect(await refusal(farm, 'rations', farm.ration)).toEqual(mixer);
  expect((await refusal(farm, 'groups', farm.cowsGroup)).uses).toEqual(mixer.uses);
  const kinds = async (path: string, id: number) => [...new Set((await refusal(farm, path, id)).uses.map(({ resource }) => resource))];
  expect(await kinds('ingredients', farm.silage)).toEqual(['rations']);
  expect(await kinds('ingtedienttypes', farm.type)).toEqual(['ingredients']);
  expect(await kinds('animaltypes', farm.cows)).toEqual(['groups']);
  expect(await kinds('stocks', farm.stock)).toEqual(['ingredients']);
  expect(await kinds('companies', farm.company)).toEqual(['farms', 'stocks']);
});

test('a person bound to farms gets the number of other uses, and nothing more', async ({ api }) => {
  const other = await makeReadyFarm(api);
  const sister = await make(other.client.owner, 'manager/farms/', { company: other.company, name: 'Sister', timezone: 'Europe/Kyiv' });
  const { id: group } = await make(other.client.owner, 'perm/groups/', {
    name: 'Of the sister',
    farms: [sister.id],
    permissions: ['animaltype'].map((name) => ({
      module: 'manger',
      name,
      view: true,
      add: true,
      change: true,
      delete: true,
    })),
  });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: other.client.id, access_group_id: group });
  const refused = await caller.delete(`manager/animaltypes/${other.cows}/`);
  expect([refused.status, refused.errors.detail]).toMatchObject([409, [{ code: 'in_use', values: [], uses: [], elsewhere: 2 }]]);
  const told = await other.client.owner.delete(`manager/animaltypes/${other.cows}/`);
  expect(told.errors.detail?.[0]).toMatchObject({ uses: [{ resource: 'groups', farm: other.farm }, { farm: other.farm }] });
  expect(told.errors.detail?.[0]).not.toHaveProperty('elsewhere');
  // Used at both farms: the use at the own farm is named.
  const own = await make(other.client.owner, 'manager/groups/', { farm: sister.id, name: 'Own', animal_type: other.cows, animal_count: 1 });
  const both = await caller.delete(`manager/animaltypes/${other.cows}/`);
  expect(both.errors.detail).toMatchObject([
    { values: ['Own'], uses: [{ id: own.id }], elsewhere: 2, message: expect.stringMatching(/Own, 2 elsewhere$/) },
  ]);
});
