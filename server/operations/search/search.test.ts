import { expect } from 'vitest';
import { permissionsOf, type Rights } from '#contract/access.ts';
import { FOUND_OF_EACH, type Found, SEARCHED } from '#contract/operations/search.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeFarm } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const NOW = '2026-03-20T09:00:00Z';
/** Data of the same client that some people can't see. */
let other: { farm: number };

const found = async (caller: Caller, search: string): Promise<Found[]> =>
  (await caller.get(`manager/search/?search=${encodeURIComponent(search)}`)).data;
const kinds = (rows: Found[]) => [...new Set(rows.map(({ resource }) => resource))].sort();

/** Creates one row of each resource with the word in its name. */
async function makeOneOfEach(
  farm: ReadyFarm,
  at: { company: number; farm: number; stock: number; type: number; cows: number },
  word: string,
) {
  const { owner } = farm.client;
  const ingredient = await make(owner, 'manager/ingredients/', {
    farm: at.farm,
    stock: at.stock,
    type: at.type,
    name: `${word} feed`,
    dry_matter: 40,
    price: 2,
  });
  const items = [{ ingredient: ingredient.id, percent: 100 }];
  const group = await make(owner, 'manager/groups/', { farm: at.farm, animal_type: at.cows, name: `${word} pen`, animal_count: 10 });
  const ration = await make(owner, 'manager/rations/', { farm: at.farm, name: `${word} ration`, items });
  const steps = [{ day: 1, ration: ration.id, weight_per_head: 10 }];
  await make(owner, 'manager/programmes/', { farm: at.farm, name: `${word} steps`, steps, blend_days: 0 });
  await make(owner, 'manager/milk/', { farm: at.farm, group: group.id, day: '2026-03-12', kg: 200, fat: 4, protein: 3.3 });
  await make(owner, 'manager/weights/', { group: group.id, at: '2026-03-12T22:30:00Z', kind: 'in', heads: 10, kg: 3000 });
  await make(owner, 'manager/budgets/', { farm: at.farm, year: 2027, reason: `${word} is dear`, lines: [] });
  await make(owner, 'manager/deliveries/', {
    farm: at.farm,
    delivery_type: 'delivery',
    ingredient: ingredient.id,
    value: 10,
    price: 4,
    delivered_at: '2026-03-10T22:30:00Z',
  });
  await make(owner, 'manager/stocks/', { company: at.company, farm: at.farm, name: `${word} store`, type: 'warehouse' });
  await make(owner, 'manager/mixers/', { farm: at.farm, name: `${word} mixer`, max_weight: 5000 });
  return ingredient.id;
}

async function employee(api: TestApi, farm: ReadyFarm, rights: Rights, farms: number[] = []) {
  const group = await make(farm.client.owner, 'perm/groups/', { name: `G ${Math.random()}`, permissions: permissionsOf(rights), farms });
  return (await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id })).caller;
}

const test = base.override({ now: NOW });
test.beforeAll(async ({ farm }) => {
  await makeOneOfEach(farm, farm, 'Zebra');
  const second = await makeFarm(farm.client.owner);
  other = second;
  await makeOneOfEach(farm, second, 'Zebra far');
});

test('a row of each resource is found by its name, with the place where it is seen', async ({ farm }) => {
  const rows = await found(farm.client.owner, 'zEBra f');
  expect(rows.filter(({ farm: at }) => at === farm.farm)).toMatchObject([
    { resource: 'ingredients', name: 'Zebra feed', company: farm.company, day: null },
    // By the clock of the farm, whose day had changed.
    { resource: 'deliveries', name: 'Zebra feed', company: farm.company, day: '2026-03-11' },
  ]);
  expect(kinds(await found(farm.client.owner, 'Zebra'))).toEqual(SEARCHED.filter((one) => one !== 'recipes').toSorted());
  // Rows without a name show their owner and time.
  const pens = (await found(farm.client.owner, 'Zebra pen')).filter(({ farm: at }) => at === farm.farm);
  const group = pens.find(({ resource }) => resource === 'groups')?.id;
  expect(pens).toMatchObject([
    { resource: 'groups', name: 'Zebra pen', day: null },
    { resource: 'milk', name: 'Zebra pen', group, day: '2026-03-12' },
    { resource: 'weights', name: 'Zebra pen', group, day: '2026-03-13' },
  ]);
  const [budget] = await found(farm.client.owner, 'Zebra is dear');
  expect(budget).toMatchObject({ resource: 'budgets', name: `${budget?.farm_name} 2027/1` });
  expect(await found(farm.client.owner, '2027/1')).toContainEqual(budget);
  expect(await found(farm.client.owner, 'no such thing')).toEqual([]);
  // Special characters match themselves.
  expect(await found(farm.client.owner, '%%')).toEqual([]);
  expect((await farm.client.owner.get('manager/search/?search=z')).status).toBe(400);
});

const RIGHT_OF = {
  ingredients: 'manger.ingredient',
  groups: 'manger.group',
  rations: 'manger.ration',
  deliveries: 'manger.delivery',
  recipes: 'manger.animalfeed_recipe',
  stocks: 'manger.stock',
  mixers: 'manger.mixer',
  programmes: 'manger.ration',
  milk: 'manger.schedule',
  weights: 'manger.group',
  budgets: 'manger.additional',
} as const satisfies Record<(typeof SEARCHED)[number], string>;

test.for(SEARCHED)('%s are found by those who may see them, and nothing else is', async (resource, { api, farm }) => {
  const caller = await employee(api, farm, { [RIGHT_OF[resource]]: 'v' });
  expect(kinds(await found(caller, 'Zebra'))).toEqual(
    SEARCHED.filter((one) => one !== 'recipes' && RIGHT_OF[one] === RIGHT_OF[resource]).toSorted(),
  );
});

test('nothing is found without a right, of another farm, or of another client', async ({ api, farm }) => {
  expect(await found(await employee(api, farm, { 'manger.dashboard': 'v', 'manger.history': 'v' }), 'Zebra')).toEqual([]);
  const everything = Object.fromEntries(Object.values(RIGHT_OF).map((right) => [right, 'v']));
  const bound = await found(await employee(api, farm, everything, [other.farm]), 'Zebra');
  expect([...new Set(bound.map(({ farm: at }) => at))]).toEqual([other.farm]);
  const stranger = await makeReadyFarm(api);
  expect(await found(stranger.client.owner, 'Zebra')).toEqual([]);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [stranger.client.id] });
  const asConsultant = (client: number) => consultant.caller.get(`dashboard/clients/${client}/manager/search/?search=Zebra`);
  expect((await asConsultant(stranger.client.id)).data).toEqual([]);
  expect((await asConsultant(farm.client.id)).status).toBe(404);
});

test('search finds the best few of ten thousand rows: names that begin with the text are first', async ({ api, farm }) => {
  const db = api.database.forClient(farm.client.id);
  const { id: ingredient } = await db.selectFrom('ingredient').select('id').where('name', '=', 'Zebra feed').executeTakeFirstOrThrow();
  const times = (count: number) => Array.from({ length: count }, (_, at) => at);
  await db
    .insertInto('animal_group')
    .values(
      times(5000).map((at) => ({
        client_id: farm.client.id,
        farm_id: farm.farm,
        animal_type_id: farm.cows,
        name: at === 4321 ? 'Quagga' : `Pen ${at} of quaggas`,
        animal_count: 1,
      })),
    )
    .execute();
  await db
    .insertInto('delivery')
    .values(
      times(5000).map((at) => ({
        client_id: farm.client.id,
        farm_id: farm.farm,
        ingredient_id: ingredient,
        delivery_type: 'delivery',
        value: 1,
        price: 1,
        delivered_at: new Date(Date.parse('2024-01-01T10:00:00Z') + at * 3_600_000).toISOString(),
        note: 'quagga',
      })),
    )
    .execute();
  const rows = await found(farm.client.owner, 'quagga');
  expect(rows.map(({ resource }) => resource)).toEqual([
    ...times(FOUND_OF_EACH).map(() => 'groups'),
    ...times(FOUND_OF_EACH).map(() => 'deliveries'),
  ]);
  expect(rows[0]?.name).toBe('Quagga');
  const days = rows.filter(({ resource }) => resource === 'deliveries').map(({ day }) => day);
  expect(days).toEqual(days.toSorted().reverse());
});
