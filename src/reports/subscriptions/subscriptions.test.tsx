import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { renderReport, unmountReport } from '#tests/support/report-screen.tsx';
import { confirmAll } from '#tests/support/reports/subscriptions.ts';

const path = 'report/subscriptions/';
let api: TestApi;
let owner: Caller;
let saved: { id: number };

beforeAll(async () => {
  ({ api } = await startBehind('tiny'));
  owner = await api.signIn('owner@manger.test');
  const [farm] = (await owner.get('manager/farms/dashboard/')).data;
  const made = await owner.post('report/additional/', {
    farm: farm.id,
    kind: 'filter',
    name: 'Weekly plan',
    report_type: 'planfeed',
    filters: { farm: [String(farm.id)], planned_on_after: '2026-01-01', planned_on_before: '2026-01-07' },
  });
  saved = made.data;
});
afterAll(stopBehind);
beforeEach(async () => {
  api.services.mailer = { from: 'reports@manger.test', send: async () => {} };
  await signInAs(owner.token);
});
afterEach(async () => {
  unmountReport();
  queryClient.clear();
  localStorage.clear();
  for (const { id } of (await owner.get(path)).data) await owner.delete(`${path}${id}/`);
});

const rows = async () => (await owner.get(path)).data;
const openMenu = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole('button', { name: 'Actions for Weekly plan' }));

test('a saved filter is subscribed by e-mail; a wrong address keeps the typed form', async () => {
  const user = userEvent.setup();
  await renderReport('reports/additional');
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Send by schedule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set up sending' });
  await user.click(within(dialog).getByRole('radio', { name: 'Each month' }));
  const to = within(dialog).getByRole('combobox', { name: 'To' });
  await user.type(to, 'not-an-address,');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(to.getAttribute('aria-invalid')).toBe('true'));
  expect(within(dialog).getByText('not-an-address')).toBeTruthy();
  expect(within(dialog).getByText('not-an-address: Invalid data format')).toBeTruthy();
  expect(await rows()).toEqual([]);

  await user.type(to, '{Backspace}books@farm.test,');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await rows()).toMatchObject([
    {
      saved: saved.id,
      way: 'email',
      recipients: ['books@farm.test'],
      every: 'month',
      month_day: 1,
      period: 'last_month',
      hour: 6,
      language: 'en',
    },
  ]);
});

test('a monthly form is sent each month for a whole month; a file for accounting is sent as Excel in Ukrainian', async () => {
  const { data: farms } = await owner.get('manager/farms/dashboard/');
  const [{ id: farm }] = farms;
  const saveFilter = async (name: string, report_type: string) => {
    const { data } = await owner.post('report/additional/', {
      farm,
      kind: 'filter',
      name,
      report_type,
      filters: { blank: [1], group: ['all'] },
    });
    return data.id as number;
  };
  const statement = await saveFilter('Statement of a month', 'form9');
  await saveFilter('Entries', 'accounting_writeoff');
  const user = userEvent.setup();
  await renderReport('reports/additional');
  await user.click(await screen.findByRole('button', { name: 'Actions for Statement of a month' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send by schedule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set up sending' });
  const field = (name: string) => within(dialog).getByRole<HTMLInputElement>('combobox', { name });
  expect(field('Days').value).toBe('Last month');
  await user.click(field('Days'));
  expect((await screen.findAllByRole('option', { name: /month/ })).map((one) => one.textContent)).toEqual([
    'This month up to today',
    'Last month',
  ]);
  await user.keyboard('{Escape}');
  await user.type(field('To'), 'books@farm.test,');
  await user.click(field('File'));
  await user.click(await screen.findByRole('option', { name: 'PDF' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await rows()).toMatchObject([{ saved: statement, every: 'month', month_day: 1, period: 'last_month', format: 'pdf' }]),
  );
  unmountReport();

  await renderReport('reports/additional/sendings');
  await user.click((await screen.findAllByRole('button', { name: 'Set up sending' }))[0]!);
  const another = within(await screen.findByRole('dialog', { name: 'Set up sending' }));
  await user.click(another.getByRole('combobox', { name: 'Saved filter' }));
  await user.click(await screen.findByRole('option', { name: /Entries/ }));
  await user.click(another.getByRole('combobox', { name: 'File' }));
  expect((await screen.findAllByRole('option', { name: /Excel|PDF/ })).map((one) => one.textContent)).toEqual(['Excel']);
});

test('only links are offered without a mail server, and the new link is shown once', async () => {
  api.services.mailer = null;
  const user = userEvent.setup();
  await renderReport('reports/additional/sendings');
  await user.click((await screen.findAllByRole('button', { name: 'Set up sending' }))[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Set up sending' });
  expect(within(dialog).getByText(/has no mail server/)).toBeTruthy();
  expect(within(dialog).queryByRole('combobox', { name: 'To' })).toBeNull();
  await user.click(within(dialog).getByRole('combobox', { name: 'Saved filter' }));
  await user.click(await screen.findByRole('option', { name: /Weekly plan/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const shown = await screen.findByRole('dialog', { name: 'Secret link' });
  const link = within(shown).getByRole<HTMLTextAreaElement>('textbox').value;
  expect(link).toMatch(new RegExp(`^${window.location.origin}/api/report/files/[\\w-]{43}/$`));
  await user.click(within(shown).getByText('Close'));
  expect(await screen.findByText(/Link until/)).toBeTruthy();
});

test('the list shows why a subscription stopped, and its history shows the result of each mail', async () => {
  const user = userEvent.setup();
  const body = { saved: saved.id, way: 'email', recipients: ['nobody@farm.test'], format: 'pdf', language: 'uk', period: 'yesterday' };
  const { data } = await owner.post(path, body);
  await confirmAll(api);
  await renderReport('reports/additional/sendings');
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Send now' }));
  await waitFor(async () => expect((await owner.get(`${path}${data.id}/sendings/`)).count).toBe(1));
  await api.database
    .acrossClients()
    .updateTable('report_sending')
    .set({ state: 'failed', error: '550 no such address' })
    .where('subscription_id', '=', data.id)
    .execute();
  await api.database.acrossClients().updateTable('report_subscription').set({ stopped: 'no_rights' }).where('id', '=', data.id).execute();
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/author may no longer see/)).toBeTruthy();
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'What was sent' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('nobody@farm.test')).toBeTruthy();
  expect(within(dialog).getByText('Mail server: 550 no such address')).toBeTruthy();
});

test('list and form show which recipients haven’t answered and which declined; the former can be asked again', async () => {
  const user = userEvent.setup();
  const recipients = ['yes@farm.test', 'later@farm.test', 'no@farm.test'];
  const { data } = await owner.post(path, {
    saved: saved.id,
    way: 'email',
    recipients,
    format: 'pdf',
    language: 'uk',
    period: 'yesterday',
  });
  const db = api.database.acrossClients();
  await db.updateTable('mail_address').set({ state: 'confirmed' }).where('email', '=', 'yes@farm.test').execute();
  await db.updateTable('mail_address').set({ state: 'declined' }).where('email', '=', 'no@farm.test').execute();
  await renderReport('reports/additional/sendings');
  const cell = (await screen.findByText('later@farm.test')).closest('td');
  expect([...(cell?.querySelectorAll('div') ?? [])].map((line) => line.textContent)).toEqual([
    'yes@farm.test',
    'later@farm.test not confirmed yet',
    "no@farm.test doesn't want these reports",
  ]);

  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Weekly plan' });
  const answers = within(within(dialog).getByRole('list', { name: 'Answers of the recipients' }));
  expect(answers.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'yes@farm.test: confirmed',
    expect.stringMatching(/^later@farm\.test: not confirmed yet, asked .+Ask again$/),
    "no@farm.test: doesn't want these reports",
  ]);
  await db.updateTable('mail_address').set({ requested_at: '2020-01-01T00:00:00Z' }).where('email', '=', 'later@farm.test').execute();
  await user.click(answers.getByRole('button', { name: 'Ask again' }));
  await waitFor(() => expect(answers.queryByRole('button')).toBeNull());
  expect((await owner.get(`${path}${data.id}/`)).data.addresses[1].requested_at).not.toMatch(/^2020/);
});

test('an exhausted daily limit of mails is shown at the addresses, and the history shows why a mail failed', async () => {
  const user = userEvent.setup();
  const { mailBounds } = api.services;
  api.services.mailBounds = { reports: 0, requests: 0 };
  await renderReport('reports/additional');
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Send by schedule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set up sending' });
  await user.type(within(dialog).getByRole('combobox', { name: 'To' }), 'one-more@farm.test,');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/used up/)).toBeTruthy();
  api.services.mailBounds = mailBounds;
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [{ id }] = await rows();
  const db = api.database.acrossClients();
  const { client_id } = await db.selectFrom('report_subscription').select('client_id').where('id', '=', id).executeTakeFirstOrThrow();
  const sending = {
    client_id,
    subscription_id: id,
    due_at: '2026-01-05T04:00:00Z',
    from_day: '2026-01-04',
    to_day: '2026-01-04',
    next_attempt_at: '2026-01-05T04:00:00Z',
  };
  await db
    .insertInto('report_sending')
    .values([
      { ...sending, recipient: 'bound@farm.test', state: 'failed', error: 'daily_bound' },
      { ...sending, recipient: 'held@farm.test', state: 'held' },
    ])
    .execute();
  unmountReport();
  await renderReport('reports/additional/sendings');
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'What was sent' }));
  const history = within(await screen.findByRole('dialog'));
  expect(await history.findByText('The mails that may go out in one day were used up')).toBeTruthy();
  expect(history.getByText('Waits until the recipient confirms')).toBeTruthy();
});
