import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient, makeFarm, makeGroup } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);

test('a search by day uses the format of the list, although the account has another language', async () => {
  const client = await makeClient(api);
  const at = await makeFarm(client.owner);
  const early = await makeGroup(client.owner, at);
  await api.database
    .forClient(client.id)
    .updateTable('history')
    .set({ at: '2025-11-25T10:00:00Z' })
    .where('client_id', '=', client.id)
    .where('resource', '=', 'groups')
    .execute();
  const late = await makeGroup(client.owner, at);
  await signInAs(client.owner.token);
  await renderScreen('history/groups');
  await screen.findAllByText(/^25 Nov 2025/);
  expect((await client.owner.get('auth/me/')).data.language).toBe('uk');
  await userEvent.setup().type(screen.getByRole('searchbox', { name: 'Search' }), '25 Nov 2025');
  await waitFor(() => expect(screen.queryByText(String(late.name))).toBeNull());
  expect(screen.getByText(String(early.name))).toBeTruthy();
});
