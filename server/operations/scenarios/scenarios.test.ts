import { expect } from 'vitest';
import { makeFarm, makeGroup, makeIngredient, makeRation } from '#tests/support/factories.ts';
import { makeReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

test('a scenario keeps its lines, is changed list by list, and refuses by the line’s field what isn’t of its farm', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const other = await makeFarm(owner);
  const elsewhere = {
    ingredient: (await makeIngredient(owner, other)).id,
    group: (await makeGroup(owner, other)).id,
  };
  const foreign = (await makeRation(owner, other, [{ ingredient: elsewhere.ingredient, percent: 100 }])).id;
  const body = {
    farm: farm.farm,
    name: 'Forty heifers more',
    heads: [
      { group: farm.heifers, day: '2026-04-01', added: 40 },
      { group: farm.cowsGroup, day: '2026-05-01', heads: 90 },
    ],
    prices: [{ ingredient: farm.meal, price: 12.5 }],
    harvests: [{ ingredient: farm.silage, day: '2026-09-01', kg: 500_000 }],
    rations: [{ group: farm.heifers, day: '2026-06-01', ration: farm.ration }],
  };
  const made = await owner.post('manager/scenarios/', body);
  expect(made.status).toBe(201);
  const read = (await owner.get(`manager/scenarios/${made.data.id}/`)).data;
  expect(read).toMatchObject({
    ...body,
    heads: [
      { ...body.heads[0], heads: null },
      { ...body.heads[1], added: null },
    ],
  });
  expect(read.prices[0].ingredient_name).toEqual(expect.any(String));

  const wrong: [object, string][] = [
    [{ heads: [{ group: elsewhere.group, day: '2026-04-01', heads: 1 }] }, 'heads.0.group'],
    [{ heads: [{ group: farm.heifers, day: '2026-04-01', heads: -1 }] }, 'heads.0.heads'],
    [{ heads: [{ group: farm.heifers, day: '2026-04-01' }] }, 'heads.0.heads'],
    [{ heads: [{ group: farm.heifers, day: '2026-04-01', heads: 1, added: 1 }] }, 'heads.0.added'],
    [{ heads: [...body.heads, { group: farm.heifers, day: '2026-04-01', heads: 3 }] }, 'heads.2.day'],
    [{ heads: [{ group: farm.heifers, day: '2026-02-30', heads: 1 }] }, 'heads.0.day'],
    [
      {
        prices: [
          { ingredient: farm.meal, price: 1 },
          { ingredient: elsewhere.ingredient, price: 1 },
        ],
      },
      'prices.1.ingredient',
    ],
    [{ harvests: [{ ingredient: farm.meal, day: '2026-04-01', kg: 0 }] }, 'harvests.0.kg'],
    [{ rations: [{ group: farm.heifers, day: '2026-04-01', ration: foreign }] }, 'rations.0.ration'],
    [{ farm: other.farm }, 'farm'],
  ];
  for (const [part, field] of wrong) {
    const refused = await owner.put(`manager/scenarios/${made.data.id}/`, part);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([400, [field]]);
  }
  expect((await owner.get(`manager/scenarios/${made.data.id}/`)).data).toEqual(read);
  expect((await owner.post('manager/scenarios/', { farm: farm.farm, name: body.name.toUpperCase() })).errors).toHaveProperty('name');

  const changed = await owner.put(`manager/scenarios/${made.data.id}/`, { prices: [] });
  expect(changed.data).toMatchObject({ prices: [], heads: read.heads, rations: read.rations });
  expect((await owner.delete(`manager/scenarios/${made.data.id}/`)).status).toBe(204);
  expect((await owner.get(`manager/scenarios/?farm=${farm.farm}`)).data).toEqual([]);
});

test('an ingredient has the store’s loss and the lead time of its orders', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const at = `manager/ingredients/${farm.silage}/`;
  expect((await owner.get(at)).data).toMatchObject({ storage_loss: 0, lead_days: 0, safety_days: 0 });
  expect((await owner.put(at, { storage_loss: 1.25, lead_days: 10, safety_days: 5 })).status).toBe(200);
  expect((await owner.get(at)).data).toMatchObject({ storage_loss: 1.25, lead_days: 10, safety_days: 5 });
  expect((await owner.put(at, { storage_loss: 101 })).errors).toHaveProperty('storage_loss');
  expect((await owner.put(at, { lead_days: 1.5 })).errors).toHaveProperty('lead_days');
});
