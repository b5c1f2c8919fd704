import { screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
afterEach(() => queryClient.clear());

const steps = async () => within(await screen.findByRole('region', { name: 'First steps' })).getAllByRole('listitem');

test('the first steps of a client with animal feed alone lead to a batch, each by a screen that is open to it', async () => {
  const { owner, id } = await makeClient(api);
  const at = await makeFarm(owner);
  await makeIngredient(owner, at);
  await api.database
    .acrossClients()
    .updateTable('client')
    .set({ modules: ['animalfeed'] })
    .where('id', '=', id)
    .execute();
  api.services.principals.forget();
  await signInAs(owner.token);
  await renderScreen('companies');
  const items = await steps();
  expect(items.map((item) => item.textContent?.replace(/^\d+/, ''))).toEqual([
    'New company',
    'New farm',
    'New store',
    'Usual feeds',
    'What is in the store now',
    'New recipe',
    'New mixer',
    'New batch',
    'Make a batch of compound feed',
  ]);
  // Done steps have no link; every other step has one.
  expect(items.map((item) => item.querySelector('a')?.getAttribute('href') ?? null)).toEqual([
    null,
    null,
    null,
    null,
    '/app/stock/openings?all=1',
    '/app/stock/fodder/create',
    '/app/settings/mixers',
    `/app/companies/${at.company}/farms/${at.farm}/kkz`,
    `/app/companies/${at.company}/farms/${at.farm}/kkz`,
  ]);
});

test('a client with feeding has the steps to its first feeding', async () => {
  const { owner } = await makeClient(api);
  await signInAs(owner.token);
  await renderScreen('companies');
  const items = await steps();
  expect(items).toHaveLength(10);
  expect(items.at(-1)?.textContent).toContain('Record loading and unloading');
});
