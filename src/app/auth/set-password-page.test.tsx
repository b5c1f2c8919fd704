import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kinds.ts';
import { endSession, session } from '#src/core/api/session.ts';
import { chooseLanguage, startI18n } from '#src/core/i18n/i18n.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { TestApi } from '#tests/support/api.ts';
import { startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeClient, type TestClient } from '#tests/support/factories.ts';
import { Component as AuthPage } from './route.tsx';
import { Component } from './set-password-route.tsx';

let api: TestApi;
let client: TestClient;
const user = userEvent.setup({ delay: null });
beforeAll(async () => {
  ({ api } = await startBehind());
  client = await makeClient(api);
  await startI18n('en');
});
afterAll(stopBehind);
afterEach(async () => {
  endSession();
  localStorage.clear();
  await chooseLanguage('en');
});

let count = 0;
async function invite() {
  const email = `invited-${++count}@farm.example`;
  const { id } = await make(client.owner, 'perm/employees/create/', { email, language: 'en' });
  const { url } = (await client.owner.post(`perm/employees/${id}/invite/`, {})).data;
  return { id, email, address: url as string };
}

function open(address: string) {
  cleanup();
  const routes = [
    { path: '/set-password', Component },
    { path: '/auth', Component: AuthPage },
    { path: '*', element: <p>inside</p> },
  ];
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
    </MantineProvider>,
  );
}
const passwordField = () => screen.findByLabelText('New password');
const repeatField = () => document.querySelector('input[name=repeat_password]')!;

test('an invited person chooses a password and is signed in with it', async () => {
  const { email, address } = await invite();
  open(address);
  await screen.findByRole('heading', { name: 'Welcome to Manger' });
  expect(screen.getByText(new RegExp(`invites you as ${email}`))).toBeTruthy();
  await user.type(await passwordField(), 'meadow at dawn 5');
  await user.type(repeatField(), 'meadow at dusk 5');
  await user.click(screen.getByRole('button', { name: 'Save and sign in' }));
  expect((await passwordField()).getAttribute('value')).toBe('meadow at dawn 5');
  await user.clear(repeatField());
  await user.type(repeatField(), 'meadow at dawn 5');
  await user.click(screen.getByRole('button', { name: 'Save and sign in' }));
  await screen.findByText('inside');
  expect(session.get().me?.email).toBe(email);
});

test('a refused password keeps the page and the link', async () => {
  const { address } = await invite();
  open(address);
  await user.type(await passwordField(), 'password12');
  await user.type(repeatField(), 'password12');
  await user.click(screen.getByRole('button', { name: 'Save and sign in' }));
  await waitFor(() => expect(document.querySelector('input[name=password]')!.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(await passwordField());
  await user.type(await passwordField(), 'meadow at dawn 5');
  await user.clear(repeatField());
  await user.type(repeatField(), 'meadow at dawn 5');
  await user.click(screen.getByRole('button', { name: 'Save and sign in' }));
  await screen.findByText('inside');
});

test('a used, an expired and an unknown link name the reason and lead to the sign-in page', async () => {
  const used = await invite();
  const secret = used.address.split('#')[1];
  await api.nobody.post('auth/link/use/', { secret, password: 'meadow at dawn 5' });
  open(used.address);
  await screen.findByRole('heading', { name: 'This link has been used' });
  open(`${used.address}x`);
  await screen.findByRole('heading', { name: 'This link no longer works' });
  const expired = await invite();
  api.setNow(new Date(Date.now() + 8 * 86_400_000));
  open(expired.address);
  await screen.findByRole('heading', { name: 'This link has expired' });
  api.setNow(null);
  expect(screen.getByRole('link', { name: 'To the sign-in page' }).getAttribute('href')).toBe('/auth');
});

test.each(LANGUAGES)('the page is in the language %s', async (language) => {
  const { address } = await invite();
  await chooseLanguage(language);
  open(address);
  const title = await screen.findByRole('heading', { level: 1, name: /Manger/ });
  for (const text of [title, ...screen.getByRole('main').querySelectorAll('p, form > button')]) {
    expect(text.textContent).not.toMatch(/sign_in_link|\{\{|^$/);
  }
});

test('the sign-in page offers a link by mail only if the server can send mail', async () => {
  api.services.publicUrl = '';
  open('/auth');
  await screen.findByRole('button', { name: 'Change password' });
  expect(screen.queryByRole('button', { name: 'Forgot your password?' })).toBeNull();
  api.services.publicUrl = 'https://manger.test';
  api.services.mailer = { from: 'a@manger.test', send: async () => undefined };
  open('/auth');
  const ask = await screen.findByRole('button', { name: 'Forgot your password?' });
  await user.click(ask);
  await screen.findByText('Enter your email or phone number above first.');
  await user.type(screen.getByRole('textbox'), 'nobody@farm.example');
  await user.click(ask);
  await screen.findByText(/If this account exists/);
});
