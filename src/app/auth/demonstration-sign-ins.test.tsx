import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { session } from '#src/core/api/session.ts';
import { chooseLanguage, startI18n } from '#src/core/i18n/i18n.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { TestApi } from '#tests/support/api.ts';
import { startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { Component } from './route.tsx';

let api: TestApi;
beforeAll(async () => {
  ({ api } = await startBehind('tiny'));
  await startI18n('de');
  await chooseLanguage('de');
});
afterAll(stopBehind);
afterEach(cleanup);

function open() {
  const router = createMemoryRouter(
    [
      { path: '/auth', Component },
      { path: '*', element: <p>inside</p> },
    ],
    { initialEntries: ['/auth'] },
  );
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

test('the sign-in page lists the demonstration’s sign-ins, first those of the client in the visitor’s language', async () => {
  open();
  await screen.findByRole('button', { name: 'Anmelden' });
  expect((await api.nobody.get('setup/')).data).toMatchObject({ needed: false, demonstration: null });
  expect(screen.queryByRole('heading', { name: 'Demobetriebe' })).toBeNull();
  cleanup();

  await sql`insert into setting (name, value) values ('origin', '"demo"')`.execute(api.database.acrossClients());
  open();
  await screen.findByRole('heading', { name: 'Demobetriebe' });
  expect(screen.getByText(/feed-the-herd-1/)).toBeTruthy();
  const clients = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(clients).toEqual(['Agrarhof Erdachte Aue', 'Агрофірма «Вигадана Долина»']);
  const own = screen.getByRole('region', { name: 'Agrarhof Erdachte Aue' });
  await userEvent.click(within(own).getByRole('button', { name: /Betriebsinhaber/ }));
  await screen.findByText('inside');
  expect(session.get().me?.email).toBe('owner2@manger.test');
});
