import { sql } from 'kysely';
import { expect } from 'vitest';
import { LOT_LETTERS, type LotKind, lotNumber } from '#common/lots/lot-number.ts';
import { lotKey } from '#server/domain/lots/lot-shares.ts';
import { make } from '#tests/support/factories.ts';
import { test as base } from '#tests/support/test.ts';

const test = base.override({ now: '2026-04-10T07:00:00Z' });

test('an entry of feed takes the number of its lot, and keeps it if a change omits it', async ({ farm }) => {
  const { owner } = farm.client;
  const at = { farm: farm.farm, ingredient: farm.meal };
  const recipe = await make(owner, 'manager/recipes/', {
    ...{ farm: farm.farm, name: 'Mix', ingredient: farm.meal },
    items: [{ ingredient: farm.hay, percent: 100 }],
  });
  const entries = [
    ['manager/deliveries', { ...at, delivery_type: 'delivery', value: 100, price: 2 }],
    ['manager/harvests', { ...at, kg: 100, cost: 200 }],
    ['animalfeed/schedules', { farm: farm.farm, recipe: recipe.id, planned_on: '2026-04-10', weight_plan: 10 }],
  ] as const;
  for (const [path, body] of entries) {
    expect(await make(owner, `${path}/`, body)).toMatchObject({ lot: '' });
    const { id } = await make(owner, `${path}/`, { ...body, lot: ' L-77 ' });
    const changed = await owner.put(`${path}/${id}/`, path === 'animalfeed/schedules' ? { weight_plan: 20 } : { note: 'dusty' });
    expect(changed.data).toMatchObject({ lot: 'L-77' });
    expect((await owner.get(`${path}/?search=L-77`)).data).toMatchObject([{ id }]);
    const long = await owner.put(`${path}/${id}/`, { lot: 'x'.repeat(101) });
    expect([long.status, Object.keys(long.errors)]).toEqual([400, ['lot']]);
  }
});

test('the number of a made batch may still change', async ({ farm }) => {
  const { owner } = farm.client;
  const parts = { name: 'Made', ingredient: farm.silage, items: [{ ingredient: farm.hay, percent: 100 }] };
  const recipe = await make(owner, 'manager/recipes/', { farm: farm.farm, ...parts });
  const plan = { farm: farm.farm, recipe: recipe.id, planned_on: '2026-04-10', weight_plan: 10 };
  const { id } = await make(owner, 'animalfeed/schedules/', plan);
  await owner.post(`animalfeed/schedules/${id}/load/`, { items: [{ ingredient: farm.hay, weight_fact: 10 }] });
  expect((await owner.put(`animalfeed/schedules/${id}/`, { lot: 'B 9' })).data).toMatchObject({ lot: 'B 9', status: 'loaded' });
});

test('a line of a document has a lot, and keeps it if a change omits it', async ({ farm }) => {
  const { owner } = farm.client;
  const line = { ingredient: farm.meal, value: 10, price_given: 2 };
  const document = await make(owner, 'manager/deliveries/documents/', { farm: farm.farm, lines: [{ ...line, lot: 'S-1' }] });
  const [{ id }] = document.lines as [{ id: number }];
  const changed = await owner.put(`manager/deliveries/documents/${document.id}/`, { lines: [{ ...line, id, value: 12 }] });
  expect(changed.data.lines).toMatchObject([{ id, value: 12, lot: 'S-1' }]);
});

test('browser and database give a lot the same number', async ({ api }) => {
  const ids = 'delivery_id, harvest_id, batch_id, transfer_id, opening_id, id';
  const kinds = {
    delivery: 'delivery',
    harvest: 'harvest',
    batch: 'craft_in',
    transfer: 'transfer_in',
    opening: 'opening_balance',
    count: 'count',
  };
  for (const [kind, moved] of Object.entries(kinds) as [LotKind, string][]) {
    const { rows } = await sql<{ lot: string }>`
      select ${sql.raw(lotKey('l'))} as lot from (values (${moved}, 1, 2, 3, 4, 5, 6)) as l (kind, ${sql.raw(ids)})`.execute(
      api.database.acrossClients(),
    );
    const at = ['delivery', 'harvest', 'batch', 'transfer', 'opening', 'count'].indexOf(kind);
    expect(rows).toEqual([{ lot: lotNumber(kind, at + 1, '') }]);
  }
  expect(Object.keys(LOT_LETTERS)).toHaveLength(7);
  expect(lotNumber('delivery', 1, 'L 5')).toBe('L 5');
});
