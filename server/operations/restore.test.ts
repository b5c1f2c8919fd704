import { describe, expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

let api: TestApi;
let client: TestClient;
let at: TestFarm;

test.beforeAll(async ({ api: server, client: own, at: place }) => {
  [api, client, at] = [server, own, place];
});

const one = async (path: string, id: number) => client.owner.get(`${path}/${id}/`);
const feed = () => makeIngredient(client.owner, at);

/** A row of each kind whose deletion can be undone. */
const ROWS: [path: string, body: () => Promise<object>][] = [
  ['manager/companies', async () => ({ name: 'Undone' })],
  ['manager/animaltypes', async () => ({ name: 'Undone' })],
  ['manager/groups', async () => ({ farm: at.farm, name: 'Undone', animal_type: at.cows, animal_count: 7 })],
  ['manager/stocks', async () => ({ company: at.company, farm: at.farm, name: 'Undone', capacity: 10 })],
  ['manager/ingtedienttypes', async () => ({ name: 'Undone' })],
  ['manager/ingredients', async () => ({ farm: at.farm, stock: at.stock, type: at.type, name: 'Undone', price: 1, dry_matter: 33.3 })],
  ['manager/deliveries/companies', async () => ({ name: 'Undone', contact: 'x' })],
  ['manager/deliveries', async () => ({ farm: at.farm, delivery_type: 'delivery', ingredient: (await feed()).id, value: 100, price: 3 })],
  [
    'manager/rations',
    async () => ({
      farm: at.farm,
      name: 'Undone',
      items: [
        { ingredient: (await feed()).id, percent: 40 },
        { ingredient: (await feed()).id, percent: 60 },
      ],
    }),
  ],
  ['manager/mixers', async () => ({ farm: at.farm, name: 'Undone', max_weight: 5000 })],
];

describe('taking a delete back', () => {
  test.each(ROWS)('brings a row of %s back as it was', async (path, body) => {
    const { id } = await make(client.owner, `${path}/`, await body());
    const before = (await one(path, id)).data;
    expect((await client.owner.delete(`${path}/${id}/`)).status).toBe(204);
    expect((await one(path, id)).status).toBe(404);
    const answer = await client.owner.post(`${path}/${id}/restore/`, {});
    expect(answer.status).toBe(200);
    const after = (await one(path, id)).data;
    // A calibration is encrypted separately for each reader, and the row's version increases.
    expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 });
    expect(after.version).toBeGreaterThan(before.version);
  });

  test('starts a period again that was active', async () => {
    const ration = await make(client.owner, 'manager/rations/', {
      farm: at.farm,
      name: 'For a period',
      items: [{ ingredient: (await feed()).id, percent: 100 }],
    });
    const mixer = await make(client.owner, 'manager/mixers/', { farm: at.farm, name: 'For a period', max_weight: 5000 });
    const group = await make(client.owner, 'manager/groups/', {
      farm: at.farm,
      name: 'For a period',
      animal_type: at.cows,
      animal_count: 10,
    });
    const { id } = await make(client.owner, 'manager/loadings/', {
      farm: at.farm,
      name: 'Morning',
      active: true,
      jobs: [{ ration: ration.id, mixer: mixer.id, groups: [{ group: group.id, weight_per_head: 20 }] }],
    });
    const planned = async () => (await client.owner.get(`schedule/schedules/?farm=${at.farm}`)).count;
    const before = await planned();
    expect(before).toBeGreaterThan(0);
    await client.owner.delete(`manager/loadings/${id}/`);
    expect(await planned()).toBe(0);
    expect((await client.owner.post(`manager/loadings/${id}/restore/`, {})).data).toMatchObject({ active: true });
    expect(await planned()).toBe(before);
  });

  test('puts a delivery into the stock again', async () => {
    const ingredient = (await feed()).id;
    const { id } = await make(client.owner, 'manager/deliveries/', {
      farm: at.farm,
      delivery_type: 'delivery',
      ingredient,
      value: 100,
      price: 3,
    });
    await client.owner.delete(`manager/deliveries/${id}/`);
    expect((await one('manager/ingredients', ingredient)).data.rest).toBe(0);
    await client.owner.post(`manager/deliveries/${id}/restore/`, {});
    expect((await one('manager/ingredients', ingredient)).data).toMatchObject({ rest: 100, average_price: 3 });
  });

  test('restoring is refused if another row took the name, and changes nothing', async () => {
    const { id } = await make(client.owner, 'manager/animaltypes/', { name: 'Heifers' });
    await client.owner.delete(`manager/animaltypes/${id}/`);
    await make(client.owner, 'manager/animaltypes/', { name: 'heifers' });
    const answer = await client.owner.post(`manager/animaltypes/${id}/restore/`, {});
    expect(answer.status).toBe(400);
    expect(answer.errors.name?.[0]?.code).toBe(5);
    expect((await one('manager/animaltypes', id)).status).toBe(404);
  });

  test('restoring is refused if a referenced row is deleted', async () => {
    const ingredient = (await feed()).id;
    const ration = await make(client.owner, 'manager/rations/', { farm: at.farm, name: 'Lost', items: [{ ingredient, percent: 100 }] });
    await client.owner.delete(`manager/rations/${ration.id}/`);
    expect((await client.owner.delete(`manager/ingredients/${ingredient}/`)).status).toBe(204);
    const answer = await client.owner.post(`manager/rations/${ration.id}/restore/`, {});
    expect(answer.errors['items.0.ingredient']?.[0]?.code).toBe(23);
  });

  test('restoring is limited to deleted rows of the own client, with the right to delete', async () => {
    const { id } = await make(client.owner, 'manager/animaltypes/', { name: 'Calves' });
    expect((await client.owner.post(`manager/animaltypes/${id}/restore/`, {})).status).toBe(404);
    await client.owner.delete(`manager/animaltypes/${id}/`);
    const stranger = await makeClient(api);
    expect((await stranger.owner.post(`manager/animaltypes/${id}/restore/`, {})).status).toBe(404);
    const employee = await makeAccount(api, { user_type: 'employee', client_id: client.id });
    expect((await employee.caller.post(`manager/animaltypes/${id}/restore/`, {})).status).toBe(403);
  });

  test('history shows a restored row as created', async () => {
    const { id } = await make(client.owner, 'manager/animaltypes/', { name: 'Bulls' });
    await client.owner.delete(`manager/animaltypes/${id}/`);
    await client.owner.post(`manager/animaltypes/${id}/restore/`, {});
    const { data } = await client.owner.get(`history/animaltypes/?id=${id}`);
    expect(data.map((row: { type: string }) => row.type)).toEqual(['create', 'delete', 'create']);
  });
});
