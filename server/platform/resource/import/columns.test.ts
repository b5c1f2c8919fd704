import { expect } from 'vitest';
import { makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';

const PATH = 'manager/deliveries/import/columns/';
const choose = (heading: string, field: string | null = 'price') => ({ headings: ['Feed', heading], choices: { [heading]: { field } } });

test('the server stores choices for columns by client and headings and lists the last saved first', async ({ api }) => {
  const client = await makeClient(api);
  expect((await client.owner.put(PATH, choose('Cost'))).status).toBe(200);
  await client.owner.put(PATH, choose('Sum'));
  await client.owner.put(PATH, choose('Cost', null));
  expect((await client.owner.get(PATH)).data).toEqual([choose('Cost', null), choose('Sum')]);
  expect((await client.owner.get('manager/harvests/import/columns/')).data).toEqual([]);
  const stranger = await makeClient(api);
  expect((await stranger.owner.get(PATH)).data).toEqual([]);
});

test('an empty list of choices deletes those for the same headings', async ({ api }) => {
  const client = await makeClient(api);
  await client.owner.put(PATH, choose('Cost'));
  await client.owner.put(PATH, { headings: ['Feed', 'Cost'], choices: {} });
  expect((await client.owner.get(PATH)).data).toEqual([]);
});

test('the choices for more than fifty kinds of files are the newest fifty', async ({ api }) => {
  const client = await makeClient(api);
  for (let file = 0; file < 52; file += 1) await client.owner.put(PATH, choose(`Cost ${file}`));
  const { data } = await client.owner.get(PATH);
  expect(data.map(({ headings }: { headings: string[] }) => headings[1])).toEqual(Array.from({ length: 50 }, (_, at) => `Cost ${51 - at}`));
});

test('the choices are refused to strangers, and wrong ones at their field', async ({ api, client }) => {
  expect((await api.nobody.get(PATH)).status).toBe(401);
  const { status, errors } = await client.owner.put(PATH, { headings: ['Cost'], choices: { Cost: { feild: 'price' } } });
  expect([status, Object.keys(errors)]).toEqual([400, ['choices.Cost.feild', 'choices.Cost.field']]);
});
