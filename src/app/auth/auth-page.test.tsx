import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Language } from '#contract/kinds.ts';
import { endSession } from '#src/core/api/session.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { firstLanguage, languageTag } from '#src/core/i18n/languages.ts';
import { theme } from '#src/core/ui/theme.ts';
import { PASSWORD, type TestApi } from '#tests/support/api.ts';
import { startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { Component } from './route.tsx';

let api: TestApi;
let client: number;
const user = userEvent.setup({ delay: null });
beforeAll(async () => {
  ({ api } = await startBehind());
  ({ id: client } = await makeClient(api));
  await startI18n('en');
});
afterAll(stopBehind);
afterEach(() => {
  endSession();
  localStorage.clear();
  vi.restoreAllMocks();
});

const makePerson = async (language: Language) => {
  const { email, caller } = await makeAccount(api, { user_type: 'client', client_id: client });
  await caller.put('auth/me/', { language });
  return email;
};

/** Opens the sign-in page in the language that a start would show. */
async function open() {
  cleanup();
  await i18next.changeLanguage(languageTag(firstLanguage()));
  const routes = [
    { path: '/auth', Component },
    { path: '*', element: <p>inside</p> },
  ];
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/auth'] })} />
    </MantineProvider>,
  );
}

async function signIn(login: string) {
  await user.type(await screen.findByRole('textbox'), login);
  await user.type(document.querySelector('input[name=password]')!, PASSWORD);
  await user.click(document.querySelector('button[type=submit]')!);
  await screen.findByText('inside');
}

test('every sign-in stores the language of its account, and the next page begins in it', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sv-SE', 'en-GB']);
  for (const language of ['pl', 'et', 'us'] as const) {
    const login = await makePerson(language);
    await open();
    await signIn(login);
    expect(localStorage.getItem('manger')).toBe(language);
    expect(firstLanguage()).toBe(language);
    expect(i18next.language).toBe(languageTag(language));
    endSession();
  }
});

test('a language that is chosen on the sign-in page stays through its sign-in, and no longer', async () => {
  const login = await makePerson('pl');
  await open();
  await user.click(screen.getByRole('button', { name: 'Deutsch' }));
  await signIn(login);
  expect(localStorage.getItem('manger')).toBe('de');
  endSession();
  await open();
  await screen.findByRole('button', { name: 'Anmelden' });
  await signIn(login);
  expect(localStorage.getItem('manger')).toBe('pl');
});

test.each([
  [['de-AT', 'en'], 'Anmelden'],
  [['sv-SE', 'it'], 'Accedi'],
  [['sv-SE', 'ja'], 'Увійти'],
])('a browser of %s gets the sign-in page in its first supported language, else in Ukrainian', async (languages, submit) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  await open();
  await waitFor(() => expect(document.querySelector('button[type=submit]')?.textContent).toBe(submit));
});
