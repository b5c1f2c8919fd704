import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { decodeJwt } from 'jose';
import { HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { decryptFrom, encryptFor } from '#server/domain/calibration.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let server: SetupServer;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const save = async () => user.click(await button('Save'));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const read = ({ calibration }: { calibration: string }) => decryptFrom(decodeJwt(owner().token).exp as number, calibration, 'data');
const choose = async () => {
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Calibration from the mixer database' });
  // It can be chosen from when the present calibration has come as well.
  await waitFor(() => expect(field.disabled).toBe(false));
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'V-12 · Заводське' }));
};

beforeAll(async () => {
  ({ api, server } = await startBehind());
  const root = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller;
  const brand = await make(root, 'dashboard/mixers/brands/', { name: 'Вихор' });
  const model = await make(root, 'dashboard/mixers/models/', { brand: brand.id, name: 'V-12' });
  const value = encryptFor(decodeJwt(root.token).exp as number, 'k=0,98');
  await make(root, 'dashboard/mixers/items/', { model: model.id, name: 'Заводське', value });
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => {
  server.resetHandlers();
  queryClient.clear();
  document.body.replaceChildren();
});

test('a new mixer begins with a calibration of the mixer database; a second try after a failure makes no second mixer', async () => {
  await renderScreen('settings/mixers');
  await user.click(await button('New mixer'));
  await user.type(screen.getByLabelText('Mixer'), 'Вагон 7');
  await user.type(screen.getByLabelText('Maximum weight'), '8000');
  await choose();
  expect(screen.getByLabelText<HTMLInputElement>('Model').value).toBe('Вихор V-12');
  server.use(http.put('*/calibration/', () => HttpResponse.json({}, { status: 500 }), { once: true }));
  await save();
  expect(await screen.findByText('Failed to change calibration')).toBeTruthy();
  await save();
  await closed();
  const { data } = await owner().get(`manager/mixers/?search=${encodeURIComponent('Вагон 7')}`);
  expect(data.map(read)).toEqual(['k=0,98']);
});

test('a calibration of the mixer database is a start that can be changed before it is saved', async () => {
  const { name } = (await owner().get(`manager/mixers/${farm.mixer}/`)).data;
  await renderScreen('settings/mixers');
  await user.click(await button(`Actions for ${name}`));
  await user.click(await screen.findByRole('menuitem', { name: 'Calibration' }));
  const dialog = within(await screen.findByRole('dialog'));
  await choose();
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Calibration');
  await waitFor(() => expect(field.value).toBe('k=0,98'));
  await user.type(field, '1');
  await save();
  await closed();
  expect(read((await owner().get(`manager/mixers/${farm.mixer}/`)).data)).toBe('k=0,981');
});

test('the mixer database is searched by brand as by model and name', async () => {
  await renderScreen('settings/mixers');
  await user.click(await button('New mixer'));
  const field = await screen.findByRole('combobox', { name: 'Calibration from the mixer database' });
  for (const words of ['вихор', 'v-1', 'заводське']) {
    await user.clear(field);
    await user.type(field, words);
    expect(await screen.findByRole('option', { name: 'V-12 · Заводське' })).toBeTruthy();
  }
  await user.type(field, ' нічого');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
});
