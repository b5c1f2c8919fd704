import { screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeAccount, makeClient, makeFarm, type TestClient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  ({ api } = await startBehind());
  client = await makeClient(api);
});
afterAll(stopBehind);
afterEach(() => queryClient.clear());

const heading = async () => (await screen.findByRole('heading', { level: 1 })).textContent;

test('a screen that may not be seen is named above the refusal', async () => {
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  await signInAs(caller.token);
  await renderScreen('settings/mixers');
  await screen.findByText('You have no viewing rights');
  expect(await heading()).toBe('Mixers');
  expect(document.title).toBe('Mixers · Manger');
});

test('a farm that is not there leaves the name of its screen', async () => {
  const { company } = await makeFarm(client.owner);
  await signInAs(client.owner.token);
  await renderScreen(`companies/${company}/farms/999999/rations`);
  await screen.findByText('Not found');
  expect(await heading()).toBe('Rations');
});
