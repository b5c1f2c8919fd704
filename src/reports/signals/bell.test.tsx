import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { putSignal } from '#tests/support/reports/signals.ts';

let api: TestApi;
let farm: ReadyFarm;

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
});
afterAll(stopBehind);

test('the bell shows the number of the linked list, within the rights of its viewer', async () => {
  await putSignal(api, farm, { subject_id: 1 });
  await putSignal(api, farm, { subject_id: 2, state: 'seen' });
  await putSignal(api, farm, { subject_id: 3, rule: 'loading_bias', subject_kind: 'operator' });
  await putSignal(api, farm, { subject_id: 4, state: 'done', note: 'Ordered' });
  await putSignal(api, farm, { subject_id: 5, over: true });
  const employee = async (rights: Record<string, string>) => {
    const group = await make(farm.client.owner, 'perm/groups/', { name: JSON.stringify(rights), permissions: permissionsOf(rights) });
    return (await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id })).caller;
  };
  for (const [caller, expected] of [
    [farm.client.owner, 3],
    [await employee({ 'manger.load': 'v' }), 1],
    [await employee({ 'manger.schedule': 'v' }), null],
  ] as const) {
    queryClient.clear();
    document.body.replaceChildren();
    await signInAs(caller.token);
    await renderScreen('companies');
    if (expected === null) {
      await screen.findByRole('button', { name: /^User menu|Test employee/ });
      expect(screen.queryByRole('link', { name: /^Signals/ })).toBeNull();
      continue;
    }
    const bell = await screen.findByRole('link', { name: `Signals: ${expected}` });
    expect(bell.textContent).toBe(String(expected));
    const { search } = new URL(bell.getAttribute('href') ?? '', 'http://x');
    expect(search).toBe('?over=false');
    expect((await caller.get(`manager/signals/${search}&state=new,seen`)).count).toBe(expected);
  }
});
