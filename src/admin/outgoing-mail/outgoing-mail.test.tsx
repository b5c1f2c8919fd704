import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailer } from '#server/platform/runtime/mailer.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { turn } from '#tests/support/reports/subscriptions.ts';

let api: TestApi;
beforeAll(async () => {
  ({ api } = await startBehind());
  api.services.publicUrl = 'https://manger.test';
  // No server listens there.
  api.services.mailer = createMailer('smtp://reports:secret@127.0.0.1:1', 'Manger <reports@manger.test>');
});
afterAll(stopBehind);

test('the reason of failed mails is shown to the person who set them up and to the operator', async () => {
  const farm = await makeReadyFarm(api);
  expect((await farm.client.owner.put('user/signalmail/', { mode: 'at_once' })).status).toBe(200);
  await turn(api);
  await signInAs(farm.client.owner.token);
  const { unmount } = await renderScreen('reports/signals');
  await userEvent.setup().click(await screen.findByRole('button', { name: 'By mail' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Signals by mail' }));
  expect(await dialog.findByText(/did not go out\. The mail server does not answer\./)).toBeTruthy();
  expect(dialog.getByText(/^Again at/)).toBeTruthy();
  unmount();

  const root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  await signInAs(root.caller.token);
  await renderScreen('mail');
  expect(await screen.findByText(/check its address and port in SMTP_URL/)).toBeTruthy();
  expect(screen.getByText('Manger <reports@manger.test>')).toBeTruthy();
  expect(screen.getByText('Nothing has been sent yet')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/secret/);
});
