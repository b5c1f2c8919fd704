import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { useMe } from '#src/core/api/session.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { theme } from '#src/core/ui/theme.ts';
import { toasts } from '#src/core/ui/toast.ts';
import { Toasts } from '#src/core/ui/toasts.tsx';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient } from '#tests/support/factories.ts';
import { UserMenu } from './user-menu.tsx';

let api: TestApi;
const user = userEvent.setup({ delay: null });
beforeAll(async () => {
  ({ api } = await startBehind());
  await startI18n('de');
});
afterAll(stopBehind);
afterEach(async () => {
  toasts.set([]);
  await i18next.changeLanguage('de');
});

const Menu = () => <UserMenu me={useMe()} />;

/** Opens the menu of an owner with German at a client in kilograms. */
async function openMenu(): Promise<Caller> {
  const { owner } = await makeClient(api);
  await owner.put('auth/me/', { language: 'de' });
  await signInAs(owner.token);
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Suspense>
            <Menu />
            <Toasts />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await user.click(await screen.findByRole('button', { name: /Test client/ }));
  return owner;
}

const choose = async (language: string) => user.selectOptions(await screen.findByRole('combobox', { name: /Sprache|Language/ }), language);
const own = async (owner: Caller) => {
  const { language, units, clock } = (await owner.get('auth/me/')).data;
  return { language, units, clock };
};

test('the language us shows pounds and 12 hours at a client in kilograms, says so and reverts both on a click', async () => {
  const owner = await openMenu();
  await choose('us');
  expect(await screen.findByText(/Weights are in pounds now, the clock has 12 hours/)).toBeTruthy();
  expect(await own(owner)).toEqual({ language: 'us', units: 'lb', clock: '12' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await own(owner)).toEqual({ language: 'us', units: null, clock: null }));
});

test('a switch from the language us, with its pounds, offers the client’s units', async () => {
  const owner = await openMenu();
  await choose('us');
  await screen.findByText(/Weights are in pounds now/);
  await choose('de');
  expect(await screen.findByText(/Gewichte bleiben in Pfund/)).toBeTruthy();
  expect(await own(owner)).toEqual({ language: 'de', units: 'lb', clock: '12' });
  await user.click(screen.getByRole('button', { name: 'Wie beim Kunden' }));
  await waitFor(async () => expect(await own(owner)).toEqual({ language: 'de', units: null, clock: null }));
});

test('another language than us changes no unit and says nothing', async () => {
  const owner = await openMenu();
  await choose('en');
  await waitFor(async () => expect(await own(owner)).toEqual({ language: 'en', units: null, clock: null }));
  expect(screen.queryByText(/pounds/)).toBeNull();
});
