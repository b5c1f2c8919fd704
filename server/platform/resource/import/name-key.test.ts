import { sql } from 'kysely';
import { expect } from 'vitest';
import { toNameKey } from '#common/files/incoming/keys.ts';
import { ERROR_CODES } from '#contract/error-codes.ts';
import type { Imported } from '#contract/imports.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

/** Creates a farm in a new client. */
const startFarm = async (api: TestApi) => {
  const client = await makeClient(api);
  return { ...(await makeFarm(client.owner)), client };
};
type Farm = Awaited<ReturnType<typeof startFarm>>;

const NAME = 'Ячмінь дроблений';
/** The name in spellings that programs and people use. */
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

test('another spelling in a file doesn’t rename the row', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  const feed = await makeIngredient(owner, farm, { name: 'ТОВ «Зерно»' });
  expect((await send(farm, 'ingredients', [{ name: 'ТОВ "Зерно"', price: 9 }])).status).toBe(200);
  expect((await owner.get(`manager/ingredients/${feed.id}/`)).data).toMatchObject({ name: 'ТОВ «Зерно»', price: 9 });
});

test('a Latin letter within a Cyrillic word is refused in a new name, and accepted where it refers to an existing row', async ({ api }) => {
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

test('two spellings of one name in a file are refused at the second row', async ({ api }) => {
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

test.for([...SPELLINGS.slice(1), 'Ячмiнь  дробле'])(
  'lists and the search of everything find a feed by the spelling %j',
  async (spelling, { api }) => {
    const farm = await startFarm(api);
    const { owner } = farm.client;
    const feed = await makeIngredient(owner, farm, { name: `«${NAME.normalize('NFD')}»  №1` });
    const search = encodeURIComponent(spelling);
    expect((await owner.get(`manager/ingredients/?search=${search}`)).data).toMatchObject([{ id: feed.id }]);
    expect((await owner.get(`manager/search/?search=${search}`)).data).toMatchObject([{ resource: 'ingredients', id: feed.id }]);
  },
);

test('a name in quotes is found by other quotes, and a sign of a pattern only finds itself', async ({ api }) => {
  const { owner } = (await startFarm(api)).client;
  const made = await owner.post('manager/deliveries/companies/', { name: 'ТОВ «Зерно» 100%' });
  for (const search of ['"зерно"', '“Зерно” 100%', '«Зерно»'])
    expect((await owner.get(`manager/deliveries/companies/?search=${encodeURIComponent(search)}`)).data).toMatchObject([
      { id: made.data.id },
    ]);
  for (const search of ['10%0', 'зерн_'])
    expect((await owner.get(`manager/deliveries/companies/?search=${encodeURIComponent(search)}`)).data).toEqual([]);
});

test('a save refuses another spelling of a name, and the error names the row that has it', async ({ api }) => {
  const farm = await startFarm(api);
  const { owner } = farm.client;
  await makeIngredient(owner, farm, { name: '«Ячмінь» дроблений' });
  const [type, other] = await Promise.all([
    owner.post('manager/ingtedienttypes/', { name: 'Інший' }),
    makeIngredient(owner, farm, { name: 'Сіно' }),
  ]);
  const row = { farm: farm.farm, stock: farm.stock, dry_matter: 80, price: 1 };
  const [named, values] = [ERROR_CODES.not_unique, ['«Ячмінь» дроблений']];
  for (const name of ['"Ячмінь"  дроблений', '«ячмінь» дроблений', '„Ячмінь“\u00a0дроблений']) {
    const ofType = await owner.post('manager/ingredients/', { ...row, type: farm.type, name });
    const ofOther = await owner.post('manager/ingredients/', { ...row, type: type.data.id, name });
    const changed = await owner.put(`manager/ingredients/${other.id}/`, { name, type: type.data.id });
    expect([ofType, ofOther, changed].map(({ status, errors }) => [status, errors])).toMatchObject([
      [400, { type: [{ code: 'ingredient_in_stock', values }] }],
      [400, { name: [{ code: named, values }] }],
      [400, { name: [{ code: named, values }] }],
    ]);
  }
  const same = await owner.post('manager/ingredients/', { ...row, type: type.data.id, name: '«Ячмінь» дроблений' });
  expect([same.errors.name?.[0]?.code, same.errors.name?.[0]?.values]).toEqual([named, undefined]);
});

test('a word that mixes alphabets on purpose is a name like any other', async ({ api }) => {
  const farm = await startFarm(api);
  const row = { stock: farm.stock, type: farm.type, dry_matter: 80 };
  const { status, data } = await send(farm, 'ingredients', [
    { name: 'AgroКорм', ...row },
    { name: 'Премікс Vita-2', ...row },
  ]);
  expect([status, data.created]).toEqual([200, 2]);
  const refused = await send(farm, 'ingredients', [{ name: 'ЯЧМIНЬ', ...row }]);
  expect(refused.errors).toMatchObject({ 'rows.0.name': [{ code: 'mixed_letters', values: ['ЯЧМІНЬ'] }] });
});
