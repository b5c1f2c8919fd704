import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kinds.ts';
import { consentUrl } from '#server/reports/subscriptions/mail-consent.ts';
import { chooseLanguage, startI18n } from '#src/core/i18n/i18n.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { TestApi } from '#tests/support/api.ts';
import { startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { Component } from './route.tsx';

let api: TestApi;
let client: { id: number; name: string };
let path: string;

beforeAll(async () => {
  ({ api } = await startBehind('tiny'));
  await startI18n('de');
  const { rows } = await sql<typeof client>`select id, company_name as name from client order by id limit 1`.execute(
    api.database.acrossClients(),
  );
  client = rows[0]!;
});
beforeEach(async () => {
  const { rows } = await sql<{ id: number }>`
    insert into mail_address (client_id, email, language) values (${client.id}, 'boss@farm.test', 'de')
    on conflict (client_id, email) do update set state = 'waiting', answered_at = null returning id`.execute(api.database.acrossClients());
  path = consentUrl(api.services, { owner: { kind: 'client', id: client.id }, id: rows[0]!.id, email: 'boss@farm.test' });
});
afterAll(stopBehind);

function open(address: string) {
  const router = createMemoryRouter([{ path: '/reports-by-mail/:secret', Component }], { initialEntries: [address] });
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}
async function stateNow() {
  const { rows } = await sql<{ state: string }>`select state from mail_address where email = 'boss@farm.test'`.execute(
    api.database.acrossClients(),
  );
  return rows[0]?.state;
}

test('asks the recipient of a mail; opening the link changes nothing, a click answers, and the answer can be changed', async () => {
  const user = userEvent.setup();
  open(path);
  await screen.findByRole('heading', { name: `${client.name} möchte Ihnen Berichte schicken` });
  await waitFor(() => expect(document.title).toContain(client.name));
  expect(screen.getByText(/boss@farm.test/)).toBeTruthy();
  expect(await stateNow()).toBe('waiting');
  await user.click(screen.getByRole('button', { name: 'Bestätigen' }));
  await screen.findByRole('heading', { name: `Berichte von ${client.name} kommen` });
  expect(await stateNow()).toBe('confirmed');
  expect(screen.queryByRole('button', { name: 'Bestätigen' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ich möchte keine' }));
  await screen.findByRole('heading', { name: `Keine Berichte von ${client.name}` });
  expect(await stateNow()).toBe('declined');
  await user.click(screen.getByRole('button', { name: 'Bestätigen' }));
  await waitFor(async () => expect(await stateNow()).toBe('confirmed'));
});

test('an invalid link shows that it has no effect', async () => {
  open(`${path}x`);
  await screen.findByRole('heading', { name: 'Dieser Link funktioniert nicht' });
  expect(screen.queryByRole('button', { name: 'Bestätigen' })).toBeNull();
});

test.each(LANGUAGES)('the page is in the language %s', async (language) => {
  await chooseLanguage(language);
  open(path);
  const title = await screen.findByRole('heading', { level: 1, name: new RegExp(client.name.slice(0, 8)) });
  for (const said of [title, ...screen.getByRole('main').querySelectorAll('p, button')]) {
    expect(said.textContent).not.toMatch(/mail_consent|\{\{|^$/);
  }
  await chooseLanguage('de');
});
