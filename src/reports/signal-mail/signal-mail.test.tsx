import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { MAIL_ADDRESS } from '#src/reports/signals/screens.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  api.services.mailer = { from: 'reports@manger.test', send: async () => {} };
  api.services.publicUrl = 'https://manger.example';
  queryClient.clear();
  farm = await makeReadyFarm(api);
  await signInAs(farm.client.owner.token);
  await renderScreen('reports/signals');
});

const open = async () => {
  await user.click(await screen.findByRole('button', { name: 'By mail' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Signals by mail' }));
  await dialog.findByRole('radio', { name: 'At once' });
  return dialog;
};
const choose = async (dialog: ReturnType<typeof within>, field: string, option: string) => {
  await user.click(dialog.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const kept = async () => (await farm.client.owner.get('user/signalmail/')).data;

test('a person chooses the most expensive signals of some rules once a day, not at night, and finds the choice again', async () => {
  const dialog = await open();
  // Without mail, no further fields are shown.
  expect(dialog.queryByRole('switch')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: 'Once a day' }));
  await choose(dialog, 'Hour', '07:00');
  await choose(dialog, 'Which rules', 'Loading bias');
  await user.type(dialog.getByRole('textbox', { name: 'From this much money on' }), '500');
  await user.click(dialog.getByRole('switch', { name: /^Quiet hours/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await kept()).toMatchObject({
      mode: 'digest',
      hour: 7,
      rules: ['loading_bias'],
      farms: [],
      money_from: 500,
      quiet_from: '21:00',
      quiet_to: '06:00',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await open();
  expect(again.getByRole<HTMLInputElement>('radio', { name: 'Once a day' }).checked).toBe(true);
  expect(again.getByRole<HTMLInputElement>('textbox', { name: 'From this much money on' }).value).toBe('500');
  expect(again.getByText('Loading bias')).toBeTruthy();
});

test('an hour within the quiet times is refused at its field, and nothing is saved', async () => {
  const dialog = await open();
  await user.click(dialog.getByRole('radio', { name: 'Once a day' }));
  await choose(dialog, 'Hour', '23:00');
  await user.click(dialog.getByRole('switch', { name: /^Quiet hours/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Hour' }).getAttribute('aria-invalid')).toBe('true'));
  expect(await kept()).toMatchObject({ mode: 'none', version: 0 });
});

test('the form shows immediately that there is no mail server', async () => {
  api.services.mailer = null;
  const dialog = await open();
  expect(dialog.getByText(/no mail server/)).toBeTruthy();
});

test('the link in the user’s menu opens the form at once, and closing it leaves the list of signals', async () => {
  const { router } = await renderScreen(MAIL_ADDRESS);
  const dialog = within(await screen.findByRole('dialog', { name: 'Signals by mail' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location).toMatchObject({ pathname: '/app/reports/signals', search: '' });
});
