import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { decodeJwt } from 'jose';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decryptFrom, encryptFor } from '#server/domain/calibration.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { questions } from '#src/core/ui/question.ts';
import { NO_KEY, NOT_DECRYPTED, readCalibration } from '#src/domain/calibration/calibration.ts';
import { decrypt, encrypt } from '#src/domain/calibration/crypto.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { updateMixer } from './mixers/calibration.ts';

let api: TestApi;
let server: SetupServer;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const at = (rest: string) => `companies/${farm.company}/farms/${farm.farm}/${rest}`;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const save = async () => user.click(await button('Save'));
const stored = async (path: string, id: number) => (await owner().get(`manager/${path}/${id}/`)).data;
const action = async (name: string, label: string) => {
  await user.click(await button(`Actions for ${name}`));
  await user.click(await screen.findByRole('menuitem', { name: label }));
};
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const dialog = () => screen.findByRole('dialog');

beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => {
  server.resetHandlers();
  queryClient.clear();
  // A notice that a test has read and not closed.
  questions.set([]);
});

test('a group is added, wrong input is refused at its field, and its head counts are stored', async () => {
  await renderScreen(at('animal-groups'));
  await user.click(await button('New group'));
  await save();
  expect(await within(await dialog()).findAllByText('This field cannot be empty')).toHaveLength(2);
  await user.type(screen.getByLabelText('Group'), 'Dry cows');
  await user.click(screen.getByRole('textbox', { name: 'Animal type' }));
  await user.click((await screen.findAllByRole('option'))[0]!);
  await user.clear(screen.getByLabelText('Head count'));
  await user.type(screen.getByLabelText('Head count'), '42');
  await save();
  await user.click(await button('Dry cows'));
  const table = await within(await dialog()).findByRole('table', { name: 'Head count over time' });
  expect(within(table).getByText('42')).toBeTruthy();
});

test('a conflicting change by others is shown before it is overwritten', async () => {
  const group = await stored('groups', farm.cowsGroup);
  await renderScreen(at('animal-groups'));
  await action(group.name, 'Edit');
  await owner().put(`manager/groups/${group.id}/`, { animal_count: 77 });
  const heads = screen.getByLabelText('Head count');
  await user.clear(heads);
  await user.type(heads, '88');
  await save();
  await user.click(await button('Look at both'));
  expect(await within(await dialog()).findByText('77')).toBeTruthy();
  await user.click(await button('Keep mine'));
  await save();
  await waitFor(async () => expect((await stored('groups', group.id)).animal_count).toBe(88));
});

test('a group that is planned for is not deleted, and the answer names where', async () => {
  const group = await stored('groups', farm.cowsGroup);
  const jobs = [{ ration: farm.ration, mixer: farm.mixer, groups: [{ group: group.id, weight_per_head: 40 }] }];
  await make(owner(), 'manager/loadings/', {
    farm: farm.farm,
    name: 'Morning',
    start_time: '06:00',
    end_time: '08:00',
    active: false,
    jobs,
  });
  await renderScreen(at('animal-groups'));
  await action(group.name, 'Delete');
  await user.click(await button('Delete'));
  const link = await screen.findByRole('link', { name: 'Morning' });
  expect(link.getAttribute('href')).toBe(`/app/${at('planning/periods')}`);
});

test('types are added, renamed and filtered', async () => {
  await renderScreen('admin/animal-types');
  await user.click(await button('New animal type'));
  await user.type(within(await dialog()).getByLabelText('Animal type'), 'In-calf heifers');
  await save();
  await closed();
  await user.click(await button('In-calf heifers'));
  const name = within(await dialog()).getByLabelText('Animal type');
  await user.clear(name);
  await user.type(name, 'Heifers');
  await save();
  await closed();
  await user.type(await screen.findByRole('searchbox'), 'heif');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(screen.getByText('Heifers')).toBeTruthy();
});

test('a ration must be exactly a hundred percent', async () => {
  await renderScreen(at(`rations/${farm.ration}`));
  const share = (await screen.findAllByLabelText(/^Share: Feed/))[0]!;
  await user.clear(share);
  await user.type(share, '50');
  expect(screen.getByText('10% remaining')).toBeTruthy();
  await save();
  expect(await screen.findByText('The sum of percentages must equal 100')).toBeTruthy();
  expect((await stored('rations', farm.ration)).version).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Spread the rest' }));
  await save();
  await waitFor(async () => expect((await stored('rations', farm.ration)).version).toBe(2));
});

test('two people edit one ration: the second sees what the first saved', async () => {
  await renderScreen(at(`rations/${farm.ration}`));
  const name = await screen.findByLabelText('Ration');
  await owner().put(`manager/rations/${farm.ration}/`, { name: 'Their name' });
  await user.clear(name);
  await user.type(name, 'My name');
  await save();
  await user.click(await button('Take theirs'));
  await waitFor(() => expect((name as HTMLInputElement).value).toBe('Their name'));
});

test('the preview follows the group and its amount per head', async () => {
  await renderScreen(at(`rations/${farm.ration}`));
  const preview = within(await screen.findByRole('region', { name: 'What a group gets' }));
  await waitFor(() => expect(preview.getByText(/100 head/)).toBeTruthy());
  const perHead = preview.getByLabelText('Per head');
  await user.clear(perHead);
  await user.type(perHead, '50');
  // 100 head × 50 kg, of which 60 % is silage.
  expect(preview.getByText(/5,000 kg/)).toBeTruthy();
  expect(preview.getByText(/^3,000$/)).toBeTruthy();
});

test('the preview of a ration by head begins with what that head gets', async () => {
  const items = [
    { ingredient: farm.silage, amount: 20 },
    { ingredient: farm.hay, amount: 5.5 },
  ];
  const ration = await make(owner(), 'manager/rations/', { farm: farm.farm, name: 'By head', rounding: 0, basis: 'head_fresh', items });
  await renderScreen(at(`rations/${ration.id}`));
  const preview = within(await screen.findByRole('region', { name: 'What a group gets' }));
  expect(preview.getByLabelText<HTMLInputElement>('Per head').value).toBe('25.5');
  expect(await preview.findByText(/2,550 kg/)).toBeTruthy();
});

test('other prices are tried out and never saved', async () => {
  await renderScreen(at(`rations/${farm.ration}?tab=what-if`));
  const outcome = within(await screen.findByRole('region', { name: 'What it would come to' }));
  // 60 % of 2.00, 30 % of 4.00, 10 % of 12.00.
  expect(outcome.getAllByText('3.60').length).toBeGreaterThan(0);
  const first = screen.getAllByLabelText(/^Trial price/)[0]!;
  await user.clear(first);
  await user.type(first, '3');
  expect(outcome.getByText('4.20')).toBeTruthy();
  expect(outcome.getByText('+0.60')).toBeTruthy();
  expect((await stored('rations', farm.ration)).version).toBe(1);
});

test('versions are compared, and an earlier one can be restored', async () => {
  const items = [
    { ingredient: farm.silage, percent: 80 },
    { ingredient: farm.meal, percent: 20 },
  ];
  await owner().put(`manager/rations/${farm.ration}/`, { items });
  await renderScreen(at(`rations/${farm.ration}?tab=versions`));
  const compared = within(await screen.findByRole('region', { name: 'Side by side' }));
  expect(compared.getByText('+20')).toBeTruthy();
  expect(compared.getByText('−30')).toBeTruthy();
  const [latest] = await screen.findAllByRole('checkbox', { name: /^Compare the version of/ });
  await user.click(latest!);
  expect((latest as HTMLInputElement).checked).toBe(false);
  expect(screen.queryByRole('region', { name: 'Side by side' })).toBeNull();
  await user.click(await button('Restore this version'));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(await question.findByRole('button', { name: 'Restore this version' }));
  await waitFor(async () => expect((await stored('rations', farm.ration)).items).toHaveLength(3));
  const now = within(await screen.findByRole('region', { name: 'Side by side' }));
  await waitFor(() => expect(now.getByText('+30')).toBeTruthy());
});

test('a copy begins with the parts of the original under another name', async () => {
  const { router } = await renderScreen(at(`rations/create?from=${farm.ration}`));
  expect((await screen.findByLabelText<HTMLInputElement>('Ration')).value).toMatch(/\(copy\)$/);
  await save();
  await waitFor(() => expect(router.state.location.pathname).toMatch(/rations\/\d+$/));
  const copy = await stored('rations', Number(router.state.location.pathname.split('/').at(-1)));
  const original = await stored('rations', farm.ration);
  expect([copy.items, copy.id === original.id]).toEqual([original.items, false]);
});

test('a mixer keeps valid input, and refuses the rest', async () => {
  await renderScreen('settings/mixers');
  await user.click(await button('New mixer'));
  await user.type(screen.getByLabelText('Mixer'), 'Wagon 1');
  await save();
  expect((await within(await dialog()).findAllByText('This field cannot be empty')).length).toBeGreaterThan(0);
  await user.type(screen.getByLabelText('Maximum weight'), '8000.5');
  await user.click(screen.getByRole('switch', { name: /^Round to 5 kg/ }));
  await save();
  await button('Wagon 1');
  const { data } = await owner().get(`manager/mixers/?search=${encodeURIComponent('Wagon 1')}`);
  expect(data[0]).toMatchObject({ max_weight: 8000.5, rounding: true, farm: farm.farm, auger_coefficient: 1 });
});

test('a mixer’s volume is saved as typed, refused at its field if invalid, and cleared again', async () => {
  const { name } = await stored('mixers', farm.mixer);
  await renderScreen('settings/mixers');
  await action(name, 'Edit');
  const volume = within(await dialog()).getByLabelText<HTMLInputElement>(/^Volume/);
  await user.type(volume, '14.25');
  await save();
  await closed();
  expect((await stored('mixers', farm.mixer)).volume).toBe(14.25);
  await action(name, 'Edit');
  const kept = within(await dialog()).getByLabelText<HTMLInputElement>(/^Volume/);
  expect(kept.value).toBe('14.25');
  await user.clear(kept);
  await user.type(kept, '0');
  await save();
  await waitFor(() => expect(kept.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(kept);
  await save();
  await closed();
  expect((await stored('mixers', farm.mixer)).volume).toBeNull();
});

test('the server decrypts data that the browser encrypted, and vice versa', async () => {
  const exp = 1_900_000_000;
  expect(decryptFrom(exp, await encrypt(exp, 'K=1,25; ґ'), 'data')).toBe('K=1,25; ґ');
  expect(await decrypt(exp, encryptFor(exp, '{"k":[1,2.5]}'))).toBe('{"k":[1,2.5]}');
  const sealed = encryptFor(exp, 'text');
  expect(await readCalibration(sealed, exp)).toEqual({ text: 'text', readable: true, encrypted: sealed });
  expect((await readCalibration(sealed, exp + 1)).text).toBe(NOT_DECRYPTED);
  expect((await readCalibration('', exp)).text).toBe(NOT_DECRYPTED);
  expect((await readCalibration(sealed, null)).text).toBe(NO_KEY);
  await expect(updateMixer({ data: 'x' })).rejects.toThrow('ID is required for updateMixer');
  await expect(updateMixer({ id: 1 })).rejects.toThrow('Data is required for updateMixer');
});

test('a calibration is changed in the browser', async () => {
  const { exp } = decodeJwt(owner().token);
  await owner().put(`manager/mixers/${farm.mixer}/calibration/`, { id: farm.mixer, data: encryptFor(exp!, 'old') });
  await renderScreen('settings/mixers');
  await action((await stored('mixers', farm.mixer)).name, 'Calibration');
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Calibration');
  expect(field.value).toBe('old');
  await user.clear(field);
  await user.type(field, 'new 1.5');
  await save();
  await waitFor(async () => expect(decryptFrom(exp!, (await stored('mixers', farm.mixer)).calibration, 'data')).toBe('new 1.5'));
});

test('history shows the values of a change, in words and numbers', async () => {
  await owner().put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 1250 });
  await renderScreen('history/groups?type=update');
  const row = within((await screen.findByText('Head count')).closest('tr')!);
  expect(row.getByText(/^1,250$/)).toBeTruthy();
  expect(row.getByText('100')).toBeTruthy();
  expect(row.getByText('Українська')).toBeTruthy();
});

test('a person with read access gets no other actions', async () => {
  const view = (name: string) => ({ module: 'manger', label: '', name, view: true, add: false, change: false, delete: false });
  const permissions = JSON.stringify([view('group'), view('mixer'), view('ration')]);
  const { id } = await api.database
    .forClient(farm.client.id)
    .insertInto('access_group')
    .values({ client_id: farm.client.id, name: `Lookers ${farm.farm}`, farms: [farm.farm], permissions })
    .returning('id')
    .executeTakeFirstOrThrow();
  const looker = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: id });
  await signInAs(looker.caller.token);
  const shown = await renderScreen(at('animal-groups'));
  await button((await stored('groups', farm.cowsGroup)).name);
  expect(screen.queryByRole('button', { name: 'New group' })).toBeNull();
  shown.unmount();
  await renderScreen(at(`rations/${farm.ration}`));
  expect(await screen.findByText('You have no access to view ingredients')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
