import { expect } from 'vitest';
import { deliver, make, makeAccount, makeClient, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const path = 'manager/recipes/';

const ingredient = async (client: TestClient, id: number) => (await client.owner.get(`manager/ingredients/${id}/`)).data;

/** Compound feed of 60 % barley (at 5, 90 % dry) and 40 % meal (at 20, 80 % dry); `barley` and `meal` kg in stock. */
async function makeRecipe(client: TestClient, at: TestFarm, barley: number, meal: number) {
  const parts = [await makeIngredient(client.owner, at, { dry_matter: 90 }), await makeIngredient(client.owner, at, { dry_matter: 80 })];
  const [first, second] = parts.map((part) => part.id) as [number, number];
  const feed = (await makeIngredient(client.owner, at, { dry_matter: 50 })).id;
  await deliver(client.owner, at, first, barley, 5);
  await deliver(client.owner, at, second, meal, 20);
  const items = [
    { ingredient: first, percent: 60 },
    { ingredient: second, percent: 40 },
  ];
  const recipe = await make(client.owner, path, { farm: at.farm, name: `Compound ${feed}`, ingredient: feed, items });
  return { recipe, feed, barley: first, meal: second, items, names: parts.map((part) => String(part.name)) };
}

test('a recipe shows its dry matter and price', async ({ client, at }) => {
  const { recipe, items } = await makeRecipe(client, at, 10, 10);
  expect(recipe).toMatchObject({ dry_matter: 86, humidity: 14, price: 11, items });
  const listed = (await client.owner.get(`${path}?search=${encodeURIComponent(String(recipe.name))}`)).data;
  expect(listed).toHaveLength(1);
  expect(listed[0]).toMatchObject({ id: recipe.id, items });
  expect((await client.owner.get(`${path}list/?ingredient=${recipe.ingredient}`)).data[0]).toMatchObject({ id: recipe.id, price: 11 });
  expect((await client.owner.delete(`${path}${recipe.id}/`)).status).toBe(404);
});

test('crafting takes the parts and makes the feed at their cost and dry matter', async ({ client, at }) => {
  const { recipe, feed, barley, meal } = await makeRecipe(client, at, 1000, 1000);
  const made = await client.owner.post(`${path}craft/`, { recipe: recipe.id, weight: 500 });
  expect(made.status).toBe(201);
  expect(made.data).toMatchObject({ recipe: recipe.id, ingredient: feed, weight: 500, price: 11 });
  expect((await ingredient(client, barley)).rest).toBe(700);
  expect((await ingredient(client, meal)).rest).toBe(800);
  expect(await ingredient(client, feed)).toMatchObject({ rest: 500, average_price: 11, dry_matter: 86 });
  const rows = (await client.owner.get(`manager/stocks/${at.stock}/ledger/?ingredient=${feed},${barley},${meal}&kind=craft_in,craft_out`))
    .data;
  expect(rows.reduce((sum: number, row: { value: number }) => sum + row.value, 0)).toBe(0);
});

test('a shortage names the parts, and nothing is posted', async ({ client, at }) => {
  const { recipe, feed, barley, meal, names } = await makeRecipe(client, at, 50, 30.5);
  const refused = await client.owner.post(`${path}craft/`, { recipe: recipe.id, weight: 100 });
  expect(refused.status).toBe(400);
  expect(refused.errors.weight?.[0]).toMatchObject({ code: 'not_enough', values: [`${names[0]}: 10`, `${names[1]}: 9.5`] });
  expect([(await ingredient(client, barley)).rest, (await ingredient(client, meal)).rest, (await ingredient(client, feed)).rest]).toEqual([
    50, 30.5, 0,
  ]);
});

test('two concurrent crafts with feed for a single one: the second is refused', async ({ client, at }) => {
  const { recipe, feed } = await makeRecipe(client, at, 60, 40);
  const answers = await Promise.all([1, 2].map(() => client.owner.post(`${path}craft/`, { recipe: recipe.id, weight: 100 })));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 400]);
  expect((await ingredient(client, feed)).rest).toBe(100);
});

test('a recipe is refused if it is incomplete, has a part twice, or contains its product', async ({ client, at }) => {
  const { recipe, feed, barley, meal } = await makeRecipe(client, at, 1, 1);
  const send = (items: object[]) => client.owner.put(`${path}${recipe.id}/`, { items });
  expect((await send([{ ingredient: barley, percent: 99.99 }])).errors.items?.[0]?.code).toBe('percent_sum');
  const twice = [barley, meal, barley].map((part, index) => ({ ingredient: part, percent: [50, 30, 20][index] }));
  expect((await send(twice)).errors['items.2.ingredient']?.[0]?.code).toBe(23);
  const itself = [barley, feed].map((part) => ({ ingredient: part, percent: 50 }));
  expect((await send(itself)).errors['items.1.ingredient']?.[0]?.code).toBe(23);
  expect((await client.owner.put(`${path}${recipe.id}/`, { ingredient: meal })).errors.ingredient?.[0]?.code).toBe(23);
  expect(
    (await client.owner.post(path, { farm: at.farm, name: recipe.name, ingredient: feed, items: recipe.items })).errors.name?.[0]?.code,
  ).toBe(5);
  expect((await client.owner.post(`${path}craft/`, { recipe: 999_999, weight: 1 })).errors.recipe?.[0]?.code).toBe(23);
  expect((await client.owner.post(`${path}craft/`, { recipe: recipe.id, weight: 0 })).errors.weight?.[0]?.code).toBe('min_val');
});

test('crafting is for those who may add compound feed', async ({ api, client, at }) => {
  const { recipe } = await makeRecipe(client, at, 100, 100);
  const consultant = await makeAccount(api, { user_type: 'consultant', clients: [client.id] });
  const inside = `dashboard/clients/${client.id}/${path}`;
  expect((await consultant.caller.get(`${inside}${recipe.id}/`)).status).toBe(200);
  expect((await consultant.caller.post(`${inside}craft/`, { recipe: recipe.id, weight: 1 })).status).toBe(403);
  const staff = await makeAccount(api, { user_type: 'staff', clients: [client.id] });
  expect((await staff.caller.post(`${inside}craft/`, { recipe: recipe.id, weight: 1 })).status).toBe(201);
  const other = await makeClient(api);
  expect((await other.owner.post(`${path}craft/`, { recipe: recipe.id, weight: 1 })).errors.recipe?.[0]?.code).toBe(23);
});
