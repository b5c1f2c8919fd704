import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { decryptFrom, encryptFor } from '#server/domain/calibration.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { NO_KEY, NOT_DECRYPTED } from '#src/domain/calibration/calibration.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

const ITEMS = 'dashboard/mixers/items/';

let api: TestApi;
let root: Caller;
const user = userEvent.setup();
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const save = async () => user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Save' }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const expiry = () => decodeJwt(root.token).exp as number;
const add = async (label: string) => user.click((await screen.findAllByRole('button', { name: label }))[0]!);

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  root = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller;
  await signInAs(root.token);
});
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

async function makeModel(name: string) {
  const brand = await make(root, 'dashboard/mixers/brands/', { name: `Марка ${name}` });
  const model = await make(root, 'dashboard/mixers/models/', { brand: brand.id, name: `Модель ${name}` });
  return { brand: brand.id, model: model.id, address: `mixer-db/${brand.id}/models/${model.id}/calibrations` };
}

test('brands, models and calibrations are created on screens of their own', async () => {
  const { router } = await renderScreen('mixer-db');
  await add('New brand');
  await user.type(await screen.findByLabelText('Brand'), 'Вихор');
  await save();
  await closed();
  await user.click(await button('Вихор'));
  await add('New model');
  await user.type(await screen.findByLabelText('Model'), 'V-12');
  await save();
  await closed();
  await user.click(await button('V-12'));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/mixer-db\/\d+\/models\/\d+\/calibrations$/));
  await add('New calibration');
  await user.type(await screen.findByLabelText('Name'), 'Заводське');
  await user.type(screen.getByLabelText('Calibration'), 'k=0,98');
  await save();
  await closed();
  expect(await screen.findByText('k=0,98')).toBeTruthy();
  const [item] = (await root.get(`${ITEMS}?search=${encodeURIComponent('Заводське')}`)).data;
  expect([item.model_name, decryptFrom(expiry(), item.value, 'value')]).toEqual(['V-12', 'k=0,98']);
});

test('a calibration is renamed without typing its value, and can’t be emptied', async () => {
  const { model, address } = await makeModel('A');
  const item = await make(root, ITEMS, { model, name: 'Перше', value: encryptFor(expiry(), 'k=1') });
  await renderScreen(address);
  await user.click(await button('Перше'));
  const value = await screen.findByLabelText<HTMLTextAreaElement>('Calibration');
  await waitFor(() => expect(value.value).toBe('k=1'));
  const name = screen.getByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Друге');
  await save();
  await closed();
  const stored = async () => (await root.get(`${ITEMS}${item.id}/`)).data;
  expect([(await stored()).name, decryptFrom(expiry(), (await stored()).value, 'value')]).toEqual(['Друге', 'k=1']);
  await user.click(await button('Друге'));
  await user.clear(await screen.findByLabelText('Calibration'));
  await save();
  await waitFor(() => expect(screen.getByLabelText('Calibration').getAttribute('aria-invalid')).toBe('true'));
  expect((await stored()).version).toBe(2);
});

test('a calibration without name and value shows both errors, and the first has the focus', async () => {
  const { address } = await makeModel('Д');
  await renderScreen(address);
  await add('New calibration');
  await screen.findByLabelText('Name');
  await save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  for (const label of ['Name', 'Calibration']) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
});

test('an unreadable value shows the manufacturer’s text', async () => {
  const { model, address } = await makeModel('B');
  await make(root, ITEMS, { model, name: 'Чуже', value: encryptFor(expiry(), 'k=1') });
  // Sealed with the secret of another installation, so the value is empty.
  await api.database
    .acrossClients()
    .updateTable('mixer_item')
    .set({ value: Buffer.alloc(48) })
    .where('model_id', '=', model)
    .execute();
  await renderScreen(address);
  expect(await screen.findByText(NOT_DECRYPTED)).toBeTruthy();
});

test('a stored token without an expiry gives no key', async () => {
  const { model, address } = await makeModel('Е');
  await make(root, ITEMS, { model, name: 'Наше', value: encryptFor(expiry(), 'k=1') });
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { exp: _, ...claims } = decodeJwt(root.token);
  localStorage.setItem('t', root.token.replace(/\..*\./, `.${btoa(JSON.stringify(claims))}.`));
  await renderScreen(address);
  expect(await screen.findByText(NO_KEY)).toBeTruthy();
  expect(told).toHaveBeenCalledWith('Invalid token format');
  told.mockRestore();
});

test('a row with children isn’t deleted, and the answer names them', async () => {
  await makeModel('C');
  await renderScreen('mixer-db');
  await user.click(await button('Actions for Марка C'));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await button('Delete'));
  expect(await screen.findByText(/Модель C/)).toBeTruthy();
});
