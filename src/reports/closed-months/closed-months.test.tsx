import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { feedDay, makeTemplates } from '#tests/support/papers.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const findRow = async (name: string) => within((await screen.findByText(name)).closest('tr')!);
// A month of the previous year is over in every timezone.
const year = new Date().getUTCFullYear() - 1;
const address = () => `reports/months?farm=${farm.farm}&year=${year}`;
const closings = async () => (await owner().get(`manager/months/?farm=${farm.farm}`)).data;

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

test('closing a month shows its open items first, and reopening it needs a reason', async () => {
  await makeSchedule(farm, `${year}-12-30`);
  await renderScreen(address());
  const december = await findRow(`December ${year}`);
  expect(december.getByText(/1 feeding without a record · 31 days without records/)).toBeTruthy();
  await user.click(await button(`Close the month: December ${year}`));
  const warning = within(await screen.findByRole('dialog'));
  expect(warning.getByText('1 feeding without a record')).toBeTruthy();
  expect(warning.getByRole('link').getAttribute('href')).toBe(
    `/app/reports/mixer-loads?farm=${farm.farm}&planned_on_after=${year}-12-01&planned_on_before=${year}-12-31&status=waited`,
  );
  await user.click(await warning.findByRole('button', { name: 'Close the month' }));
  await closed();
  await waitFor(() => expect(december.getByText('1 / 1')).toBeTruthy());
  expect(december.getByText(/Test client/)).toBeTruthy();

  await user.click(await button(`Reopen: December ${year}`));
  const submit = await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Reopen' });
  await user.click(submit);
  expect(await closings()).toMatchObject([{ closed: true }]);
  await user.type(screen.getByLabelText('Reason'), 'A late invoice');
  await user.click(submit);
  await closed();
  expect(await screen.findByText(/Reopened .*Test client: A late invoice/)).toBeTruthy();
  expect(await closings()).toMatchObject([{ closed: false, reason: 'A late invoice' }]);
});

test('the dialogs name the other months that are closed or opened with the month', async () => {
  await makeSchedule(farm, `${year}-10-30`);
  await renderScreen(address());
  await user.click(await button(`Close the month: December ${year}`));
  const closing = within(await screen.findByRole('dialog'));
  expect(await closing.findByText(`October ${year} – 1 feeding without a record · 31 days without records`)).toBeTruthy();
  expect(closing.getByText(`November ${year} – 30 days without records`)).toBeTruthy();
  await user.click(await closing.findByRole('button', { name: 'Close the month' }));
  await closed();
  await waitFor(async () => expect(await closings()).toHaveLength(3));
  await user.click(await button(`Reopen: November ${year}`));
  const opening = within(await screen.findByRole('dialog'));
  expect(await opening.findByText(`December ${year}`)).toBeTruthy();
  await user.type(opening.getByLabelText('Reason'), 'A late invoice');
  await user.click(opening.getByRole('button', { name: 'Reopen' }));
  await closed();
  await waitFor(async () =>
    expect((await closings()).map((row: { month: string; closed: boolean }) => [row.month, row.closed])).toEqual([
      [`${year}-12`, false],
      [`${year}-11`, false],
      [`${year}-10`, true],
    ]),
  );
});

test('the papers of a closed month are listed, shown as issued, and issued again only with a reason', async () => {
  await feedDay(farm, `${year}-12-30`);
  const { form9 } = await makeTemplates(owner(), farm.farm);
  await make(owner(), 'manager/months/', { farm: farm.farm, month: `${year}-12` });
  const { name, version } = (await owner().get(`manager/ingredients/${farm.silage}/`)).data;
  await renderScreen(address());
  await user.click(await button(`Papers: December ${year}`));
  const listed = within(await screen.findByRole('dialog'));
  const row = within((await listed.findByText('Paper form9')).closest('tr')!);
  expect(row.getByText('1/1')).toBeTruthy();
  expect(row.getByText('Month closed')).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'Show: Paper form9 1/1' }));
  expect((await listed.findByText(/^Printed from the paper as it was issued: 1\/1, /)).textContent).toMatch(/Hash: [0-9a-f]{64}$/);
  expect((await listed.findAllByText(name)).length).toBeGreaterThan(0);

  await user.click(row.getByRole('button', { name: 'Issue a new version: Paper form9 1/1' }));
  const submit = await screen.findByRole('button', { name: 'Issue a new version' });
  const readPapers = async () => (await owner().get(`manager/papers/?blank=${form9}`)).data;
  await user.click(submit);
  expect(await readPapers()).toHaveLength(1);
  await user.type(screen.getByLabelText('Reason'), 'Another name');
  await user.click(submit);
  expect(await screen.findByText('Nothing on this paper has changed since its last version')).toBeTruthy();
  expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('Another name');
  await owner().put(`manager/ingredients/${farm.silage}/`, { name: 'Silage by another name', version });
  await user.click(submit);
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull());
  expect(await readPapers()).toMatchObject([
    { version: 2, current: true, reason: 'Another name' },
    { version: 1, current: false },
  ]);
  expect(await listed.findByText('1/2')).toBeTruthy();
});

test('the plan of a day in a closed month shows why it can’t be changed', async () => {
  await owner().post('manager/months/', { farm: farm.farm, month: `${year}-11` });
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning?day=${year}-11-05`);
  expect(await screen.findByText(new RegExp(`The month is closed: November ${year}`))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To closed months' }).getAttribute('href')).toBe(`/app/${address()}`);
});

test('a user who may only view can’t close a month', async () => {
  const permissions = JSON.stringify([
    { module: 'manger', label: '', name: 'additional', view: true, add: false, change: false, delete: false },
  ]);
  const { id } = await api.database
    .forClient(farm.client.id)
    .insertInto('access_group')
    .values({ client_id: farm.client.id, name: 'Auditors', farms: [farm.farm], permissions })
    .returning('id')
    .executeTakeFirstOrThrow();
  const auditor = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: id });
  await signInAs(auditor.caller.token);
  await renderScreen(address());
  await screen.findByText(`December ${year}`);
  expect(screen.queryByRole('button', { name: /^Close the month/ })).toBeNull();
});
