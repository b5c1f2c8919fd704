import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LARGEST_ARCHIVE } from '#contract/admin/archives.ts';
import { IN_LINES } from '#contract/progress.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount, makeClient, makeFarm, type TestClient } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let server: SetupServer;
let client: TestClient;
let chief: Awaited<ReturnType<typeof makeAccount>>;
const user = userEvent.setup();
const save = () => user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
const choose = async (label: RegExp | string, option: RegExp | string) => {
  await user.click(within(screen.getByRole('dialog')).getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};
/** Switched off: the form asks for a password that is passed on. */
const OWN_PASSWORD = /^Let this person choose the password/;
const openAction = async (name: RegExp | string, action: string) => {
  await user.click(await screen.findByRole('button', { name }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  client = await makeClient(api);
  await makeFarm(client.owner);
  chief = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  await signInAs(client.owner.token);
});
afterEach(() => {
  server.resetHandlers();
  queryClient.clear();
});

test('an access group grants its matrix: changing includes seeing, and a section’s row sets all of it', async () => {
  await renderScreen('admin/groups');
  await waitFor(() => expect(screen.getAllByRole<HTMLButtonElement>('button', { name: 'New access group' })[0]!.disabled).toBe(false));
  await user.click(screen.getAllByRole('button', { name: 'New access group' })[0]!);
  await user.type(await screen.findByLabelText('Name'), 'Operators');
  await user.click(screen.getByRole('checkbox', { name: 'Rations: Change' }));
  await user.click(screen.getByRole('checkbox', { name: 'Reports: View' }));
  await user.click(screen.getByRole('checkbox', { name: 'Overview, costs and comparison: View' }));
  await save();
  expect(await screen.findByRole('button', { name: 'Operators' })).toBeTruthy();
  const [group] = (await client.owner.get('perm/groups/')).data;
  const findRights = (name: string) => group.permissions.find((entry: { name: string }) => entry.name === name);
  expect(findRights('ration')).toMatchObject({ view: true, add: false, change: true, delete: false });
  expect(findRights('planfeed')).toMatchObject({ view: true, change: false });
  expect(findRights('dashboard')).toMatchObject({ view: false });
  expect(findRights('stock')).toMatchObject({ view: false });
});

test('a preset names a new access group and fills its matrix', async () => {
  await renderScreen('admin/groups');
  await waitFor(() => expect(screen.getAllByRole<HTMLButtonElement>('button', { name: 'New access group' })[0]!.disabled).toBe(false));
  await user.click(screen.getAllByRole('button', { name: 'New access group' })[0]!);
  await user.selectOptions(await screen.findByLabelText('Begin with'), 'Feeder');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Feeder');
  await user.selectOptions(screen.getByLabelText('Begin with'), 'Accountant');
  await save();
  expect(await screen.findByRole('button', { name: 'Accountant' })).toBeTruthy();
  const [group] = (await client.owner.get('perm/groups/')).data;
  const granted = group.permissions.filter((entry: { view: boolean }) => entry.view).map((entry: { name: string }) => entry.name);
  expect(granted).toEqual(['dashboard', 'inout', 'load', 'planfeed', 'upload', 'additional', 'filters', 'blanks', 'history']);
});

test('an employee is added with a group and a password; errors are at their fields and no input is lost', async () => {
  const group = await make(client.owner, 'perm/groups/', { name: 'Stores', permissions: [] });
  await renderScreen('admin/users');
  await user.click((await screen.findAllByRole('button', { name: 'New employee' }))[0]!);
  await user.type(await screen.findByLabelText('First name'), 'Olena');
  await user.type(screen.getByLabelText('Phone'), '12-ab');
  await user.click(screen.getByRole('switch', { name: OWN_PASSWORD }));
  await user.type(screen.getByLabelText('Password'), '1234567890');
  await save();
  expect(await screen.findByText('The password cannot be entirely numeric')).toBeTruthy();
  // The first missing field has the focus.
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  const email = `olena-${client.id}@test.example`;
  await user.keyboard(email);
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'silage-2026');
  await save();
  expect(await screen.findByText(/international format/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Olena');
  await user.clear(screen.getByLabelText('Phone'));
  await user.type(screen.getByLabelText('Phone'), '+380 (44) 123-45-67');
  await choose('Access group', 'Stores');
  await save();
  await waitFor(async () => expect((await client.owner.get('perm/employees/')).data).toHaveLength(1));
  const [made] = (await client.owner.get('perm/employees/')).data;
  expect(made).toMatchObject({ first_name: 'Olena', phone: '+380441234567', group: group.id, locked: false });
  expect(await api.signIn(email, 'silage-2026')).toBeTruthy();
});

test('an employee is invited with two clicks and the fields, by a link that is shown once', async () => {
  const email = `invited-${client.id}@test.example`;
  await renderScreen('admin/users');
  await user.click((await screen.findAllByRole('button', { name: 'New employee' }))[0]!);
  await user.type(await screen.findByLabelText('First name'), 'Ihor');
  await user.type(screen.getByLabelText('Email'), email);
  await save();
  const link = await screen.findByLabelText<HTMLTextAreaElement>('Link');
  expect(link.value).toMatch(/^http.*\/set-password#[\w-]{43}$/);
  expect(screen.getByRole('heading', { name: 'Invitation: Ihor' })).toBeTruthy();
  const secret = link.value.split('#')[1];
  expect((await api.nobody.post('auth/link/use/', { secret, password: 'silage-2026' })).status).toBe(204);
  expect(await api.signIn(email, 'silage-2026')).toBeTruthy();
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1)!);
  // The next link, for a forgotten password.
  await openAction('Actions for Ihor', 'Invite by link');
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Link')).value).not.toBe(link.value);
});

test('an access group is created in the form of an employee, who gets it', async () => {
  await renderScreen('admin/users');
  await user.click((await screen.findAllByRole('button', { name: 'New employee' }))[0]!);
  await user.type(await screen.findByLabelText('Email'), `stores-${client.id}@test.example`);
  await user.click(screen.getByRole('button', { name: 'New access group' }));
  const form = await screen.findByRole('dialog', { name: 'New access group' });
  await user.selectOptions(within(form).getByLabelText('Begin with'), 'Feeder');
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New access group' })).toBeNull());
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Access group' }).value).toBe('Feeder'));
  await save();
  await waitFor(async () => expect((await client.owner.get('perm/employees/')).data).toMatchObject([{ group_name: 'Feeder' }]));
});

test('an employee is locked after a question, unlocked without one, and gets a new password', async () => {
  const email = `petro-${client.id}@test.example`;
  const made = await make(client.owner, 'perm/employees/create/', { first_name: 'Petro', email, password: 'first-word' });
  const stored = async () => (await client.owner.get(`perm/employees/${made.id}/`)).data;
  await renderScreen('admin/users');
  await openAction('Actions for Petro', 'Lock');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Lock' }));
  await waitFor(async () => expect((await stored()).locked).toBe(true));
  await openAction('Actions for Petro', 'Unlock');
  await waitFor(async () => expect((await stored()).locked).toBe(false));
  await openAction('Actions for Petro', 'New password');
  await user.type(await screen.findByLabelText('New password'), 'second-word');
  await user.type(screen.getByLabelText('Repeat password'), 'other-word');
  await save();
  expect(await screen.findByText('The passwords differ')).toBeTruthy();
  await user.clear(screen.getByLabelText('Repeat password'));
  await user.type(screen.getByLabelText('Repeat password'), 'second-word');
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await api.signIn(email, 'second-word')).toBeTruthy();
  await expect(api.signIn(email, 'first-word')).rejects.toThrow();
});

test('a person without the right to employees sees the reason', async () => {
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: client.id });
  await signInAs(caller.token);
  await renderScreen('admin/users');
  expect(await screen.findByText('You have no viewing rights')).toBeTruthy();
});

test('the first user of a client creates the client with its modules', async () => {
  await signInAs(chief.caller.token);
  await renderScreen('clients');
  await user.click(await screen.findByRole('button', { name: 'New client' }));
  const name = `Meadow ${client.id}`;
  await user.click(await screen.findByRole('checkbox', { name: 'Compound feed production' }));
  await user.type(screen.getByLabelText('Email'), `nyva-${client.id}@test.example`);
  await user.click(screen.getByRole('switch', { name: OWN_PASSWORD }));
  await user.type(screen.getByLabelText('Password'), 'silage-2026');
  await save();
  expect(await screen.findByText('This field is required')).toBeTruthy();
  await user.type(screen.getByLabelText('Client’s name'), name);
  await save();
  await waitFor(async () =>
    expect((await chief.caller.get(`dashboard/clients/?search=${encodeURIComponent(name)}`)).data).toMatchObject([
      { company_name: name, modules: ['manger', 'animalfeed'], users_count: 1 },
    ]),
  );
});

test('a client is given a consultant and locked', async () => {
  const consultant = await makeAccount(api, { user_type: 'consultant' });
  await api.database
    .acrossClients()
    .updateTable('account')
    .set({ last_name: `Adviser ${client.id}` })
    .where('id', '=', consultant.id)
    .execute();
  await signInAs(chief.caller.token);
  await renderScreen('clients');
  const stored = async () => (await chief.caller.get(`dashboard/clients/${client.id}/`)).data;
  const { company_name } = await stored();
  await openAction(`Actions for ${company_name}`, 'Edit');
  await choose(/Consultants/, new RegExp(`Adviser ${client.id}`));
  await user.click(screen.getByRole('switch', { name: /^Lock the client/ }));
  await save();
  await waitFor(async () => expect(await stored()).toMatchObject({ consultants: [consultant.id], locked: true }));
});

test('the log is filtered by one client and one action', async () => {
  await signInAs(chief.caller.token);
  const { company_name } = (await chief.caller.get(`dashboard/clients/${client.id}/`)).data;
  await renderScreen(`activities?client=${client.id}&action=create`);
  const table = await screen.findByRole('table', { name: 'Activities' });
  expect(screen.getByRole('button', { name: 'From day' }).textContent).toBe('From day');
  await waitFor(() => expect(within(table).getAllByText(/^Farm No\. \d+$/).length).toBe(1));
  const rows = within(table).getAllByRole('row').slice(1);
  for (const row of rows) expect(row.textContent).toContain(company_name);
  expect(within(table).queryByText('Signed in')).toBeNull();
});

test('a log that fails to load shows an error and a retry', async () => {
  await signInAs(chief.caller.token);
  server.use(http.get('*/api/dashboard/activities/', () => HttpResponse.json({}, { status: 500 }), { once: true }));
  await renderScreen('activities');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByText('Signed in')).toBeTruthy();
});

test('an employee’s personal data are exported as a file, and erased after a question', async () => {
  const person = { email: 'gone@farm.example', first_name: 'Ira', last_name: 'Gone', password: 'feed-the-herd-1' };
  await make(client.owner, 'perm/employees/create/', person);
  await renderScreen('admin/users');
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await openAction('Actions for Ira Gone', 'Personal data as a file');
  await waitFor(() => expect(clicked).toHaveBeenCalled());
  clicked.mockRestore();
  await openAction('Actions for Ira Gone', 'Erase personal data');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Erase personal data' }));
  await waitFor(async () => expect((await client.owner.get('perm/employees/')).count).toBe(0));
});

test('an archive shows its progress and can be cancelled', async () => {
  let given: AbortSignal | undefined;
  server.use(
    http.get('*/api/archive/', ({ request }) => {
      given = request.signal;
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"done":0.4}\n')) });
      return new HttpResponse(body, { headers: { 'content-type': IN_LINES } });
    }),
  );
  await renderScreen('admin/users');
  await user.click(await screen.findByRole('button', { name: 'All data as one archive' }));
  const bar = await screen.findByRole('progressbar', { name: /^Making the archive: / });
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(given?.aborted).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'All data as one archive' }).disabled).toBe(false);
});

test('a client’s archive is downloaded; another file is refused at its field', async () => {
  await signInAs(chief.caller.token);
  const { company_name } = (await chief.caller.get(`dashboard/clients/${client.id}/`)).data;
  await renderScreen('clients');
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await openAction(`Actions for ${company_name}`, 'Download archive');
  await waitFor(() => expect(clicked).toHaveBeenCalled());
  clicked.mockRestore();
  await user.click(screen.getByRole('button', { name: 'Import a client' }));
  const dialog = await screen.findByRole('dialog');
  const choose = (file: File) => user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
  const importClient = async () => {
    const button = within(dialog).getByRole('button', { name: 'Import a client' });
    // The cancelled export has ended by then.
    await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false));
    await user.click(button);
  };
  const large = new File(['x'], 'large.zip', { type: 'application/zip' });
  Object.defineProperty(large, 'size', { value: LARGEST_ARCHIVE + 1 });
  await choose(large);
  await importClient();
  expect(await within(dialog).findByText('The archive is larger than 256 MB')).toBeTruthy();
  await choose(new File(['no zip'], 'a.zip', { type: 'application/zip' }));
  await importClient();
  expect(await within(dialog).findByText('The file is not a whole archive of a client; nothing was written')).toBeTruthy();

  // Cancelled during the upload: the file stays selected, without an error.
  server.use(http.post('*/api/dashboard/clients/import/', () => new Promise<never>(() => {}), { once: true }));
  await importClient();
  // Before the upload starts, cancelling would ask about the selected file.
  await within(dialog).findByRole('progressbar');
  await user.click(await within(dialog).findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(within(dialog).queryByRole('progressbar')).toBeNull());
  expect(within(dialog).getByText('a.zip')).toBeTruthy();
  expect(within(dialog).queryByRole('alert')).toBeNull();

  const taken = { client: 7, company_name: 'Morning', people: 3, rows: 50, locked: [], renamed: [], own: false };
  server.use(http.post('*/api/dashboard/clients/import/', () => HttpResponse.json({ data: taken }, { status: 201 })));
  await importClient();
  expect(await screen.findByText(/^This archive was not made here, or was changed since\. Its people are locked/)).toBeTruthy();
});
