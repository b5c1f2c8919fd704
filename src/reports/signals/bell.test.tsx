import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { putSignal } from '#tests/support/reports/signals.ts';
import { startTexts } from '#tests/support/screen-language.ts';
import { Bell } from './bell.tsx';
import { SignalsBlock } from './signals-block.tsx';

let api: TestApi;
let farm: ReadyFarm;

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
});
afterAll(stopBehind);

/** Renders the bell and the signals of home. */
async function showBell() {
  await startTexts();
  const { container } = render(
    <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Suspense>
            <Bell />
            <SignalsBlock />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return within(container);
}

test('the bell shows the number of home and of the linked list, within the rights of its viewer', async () => {
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
    await signInAs(caller.token);
    const view = await showBell();
    if (expected === null) {
      await view.findByRole('heading');
      expect(view.queryByRole('link', { name: /^Signals/ })).toBeNull();
      continue;
    }
    const bell = await view.findByRole('link', { name: `Signals: ${expected}` });
    expect(await view.findByRole('heading', { name: `Signals: ${expected}` })).toBeTruthy();
    expect(bell.textContent).toBe(String(expected));
    const { search } = new URL(bell.getAttribute('href') ?? '', 'http://x');
    expect(search).toBe('?over=false');
    expect((await caller.get(`manager/signals/${search}&state=new,seen`)).count).toBe(expected);
  }
});
