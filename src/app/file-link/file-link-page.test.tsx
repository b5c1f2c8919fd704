import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { chooseLanguage, startI18n } from '#src/core/i18n/i18n.ts';
import { browserLanguage } from '#src/core/i18n/languages.ts';
import { theme } from '#src/core/ui/theme.ts';
import { REFUSALS } from './refusals.ts';
import { Component, loader } from './route.tsx';

beforeAll(() => startI18n('de'));
afterEach(() => vi.restoreAllMocks());

const nothing = () => null;
function open(address: string) {
  const routes = [
    { path: '/file-link/:refusal', loader, Component, HydrateFallback: nothing },
    { path: '/app', element: 'the application' },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

test.each(REFUSALS)('shows why there was no file: %s', async (refusal) => {
  open(`/file-link/${refusal}`);
  const title = await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.title).toBe(`${title.textContent} · Manger`));
  const [text, todo] = [...screen.getByRole('main').querySelectorAll('p')].map((line) => line.textContent);
  for (const said of [title.textContent, text, todo]) expect(said).not.toMatch(/file_link|\{\{|^$/);
});

test('shows the seconds of the address, and a minute if they are invalid', async () => {
  open('/file-link/later?wait=1');
  await screen.findByText('Warten Sie 1 Sekunde und öffnen Sie den Link noch einmal.');
  open('/file-link/later?wait=-5e9');
  await screen.findByText('Warten Sie 60 Sekunden und öffnen Sie den Link noch einmal.');
});

test('the page can be read in another language', async () => {
  open('/file-link/gone');
  await screen.findByText('Dieser Link gilt nicht mehr');
  screen.getByRole('button', { name: 'English' }).click();
  await screen.findByText('This link no longer works');
  await chooseLanguage('de');
});

test('an unknown address redirects to the application', async () => {
  open('/file-link/elsewhere');
  await screen.findByText('the application');
});

test('the page has the browser’s first supported language', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sv-SE', 'pl-PL', 'en-US']);
  expect(browserLanguage()).toBe('pl');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sv']);
  expect(browserLanguage()).toBe('uk');
});
