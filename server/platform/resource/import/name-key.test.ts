import { sql } from 'kysely';
import { expect } from 'vitest';
import { toNameKey } from '#common/files/incoming/keys.ts';
import type { Imported } from '#contract/imports.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

/** A farm of a client of its own. */
const startFarm = async (api: TestApi) => {
  const client = await makeClient(api);
  return { ...(await makeFarm(client.owner)), client };
};
type Farm = Awaited<ReturnType<typeof startFarm>>;

const NAME = 'Ячмінь дроблений';
/** The name as programs and people write it. */
const SPELLINGS = [
  NAME.normalize('NFD'),
  'Ячмінь  дроблений',
  'Ячмінь\u00a0дроблений',
  'Ячмінь дроблений\u200b',
  '\ufeffЯчмінь дроблений',
  'ЯЧМІНЬ ДРОБЛЕНИЙ',
  ' Ячмінь дроблений ',
];

const send = (farm: Farm, path: string, rows: object[], more: object = {}) =>
  farm.client.owner.post<Imported>(`manager/${path}/import/`, { rows, farm: farm.farm, ...more });

test.for(SPELLINGS)('the spelling %j names the feed that is there', async (spelling, { api }) => {
  const farm = await startFarm(api);
  const feed = await makeIngredient(farm.client.owner, farm, { name: NAME });
  const done = await send(farm, 'ingredients', [{ name: spelling, price: 9 }]);
  expect(done.data.rows.map(({ action, id }) => [action, id])).toEqual([['update', feed.id]]);
  const delivered = await send(
    farm,
    'deliveries',
    [{ ingredient_name: spelling, delivery_type: 'delivery', value: 5, price: 9, delivered_at: '2026-01-02T08:00' }],
    { dry_run: true },
  );
  expect(delivered.data.errors).toEqual({});
});

test('another spelling renames nothing', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const feed = await makeIngredient(owner, farm, { name: 'ТОВ «Зерно»' });
  expect((await send(farm, 'ingredients', [{ name: 'ТОВ "Зерно"', price: 9 }])).status).toBe(200);
  expect((await owner.get(`manager/ingredients/${feed.id}/`)).data).toMatchObject({ name: 'ТОВ «Зерно»', price: 9 });
});

test('a Latin letter within a Cyrillic word is refused in a new name, and names the row that is meant elsewhere', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const feed = await makeIngredient(owner, farm, { name: NAME });
  const latin = 'Ячмiнь дроблений';
  const row = { stock: farm.stock, type: farm.type, dry_matter: 80 };
  const refused = await send(farm, 'ingredients', [{ name: latin, ...row }]);
  expect([refused.status, refused.errors]).toMatchObject([400, { 'rows.0.name': [{ code: 'mixed_letters', values: [NAME] }] }]);
  const delivery = { ingredient_name: latin, delivery_type: 'delivery', value: 5, price: 9, delivered_at: '2026-01-02T08:00' };
  expect((await send(farm, 'deliveries', [delivery])).status).toBe(200);
  expect((await owner.get('manager/deliveries/')).data).toMatchObject([{ ingredient: feed.id }]);
});

test('two spellings of one name in a file are refused at the second', async ({ api }) => {
  const farm = await startFarm(api);
  const row = { stock: farm.stock, type: farm.type, dry_matter: 80 };
  const { errors } = await send(farm, 'ingredients', [
    { name: NAME, ...row },
    { name: 'Ячмінь  дроблений', ...row },
  ]);
  expect(Object.keys(errors)).toContain('rows.1.name');
});

test('the database and the application compute the same key', async ({ api }) => {
  const names = [...SPELLINGS, "Зелень’ʼ`´‘'", '«a» „b“ ”c” ″d″ ‟e', 'a\u2009b\u202fc\u3000d\u00ade', '\tx\n y ', 'Ïï É', ''];
  const { rows } = await sql<{ key: string }>`
    select name_key(name) as key from unnest(${names}::text[]) with ordinality wanted (name, n) order by n`.execute(
    api.database.acrossClients(),
  );
  expect(rows.map(({ key }) => key)).toEqual(names.map(toNameKey));
});
