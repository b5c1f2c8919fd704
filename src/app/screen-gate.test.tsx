import { screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { currentClient } from '#src/core/api/place.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeAccount, makeClient, makeFarm, type TestClient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let server: SetupServer;
let client: TestClient;

beforeAll(async () => {
  ({ api, server } = await startBehind());
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

test('a report that is still coming shows none of the one before it', async () => {
  const { farm } = await makeFarm(client.owner);
  await signInAs(client.owner.token);
  server.use(
    http.get('*/api/report/inout/', async () => {
      await delay('infinite');
      return HttpResponse.json({});
    }),
  );
  const query = `farm=${farm}&planned_on_after=2026-01-01&planned_on_before=2026-01-02`;
  const { router } = await renderScreen(`reports/planfeed?${query}`);
  await screen.findByText('Nothing in this period');
  await router.navigate(`/app/reports/inout?${query}`);
  await waitFor(async () => expect(await heading()).toBe('Stock ledger'));
  expect(screen.queryByText('Nothing in this period')).toBeNull();
  expect(document.querySelector('[data-skeleton]')).not.toBeNull();
});

test('a consultant without access to a client reads one sentence and sees no "Try again"', async () => {
  const { caller } = await makeAccount(api, { user_type: 'consultant' });
  await signInAs(caller.token);
  currentClient.set(client.id);
  try {
    await renderScreen('companies');
    await screen.findByText('This client isn’t one of yours: an administrator can give you access');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  } finally {
    currentClient.set(null);
  }
});

test('a screen that could not load its farms names the window', async () => {
  await signInAs(client.owner.token);
  server.use(http.get('*/api/manager/farms/dashboard/', () => HttpResponse.json({}, { status: 500 })));
  document.title = 'Mixers · Manger';
  await renderScreen('reports/inout');
  await screen.findByRole('button', { name: 'Try again' });
  expect(document.title).toBe('Stock ledger · Manger');
});
