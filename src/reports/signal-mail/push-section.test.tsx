import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addressList } from '#server/platform/http/address.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { type PushService, startPushService } from '#tests/support/push-service.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
let service: PushService;
const user = userEvent.setup();

beforeAll(async () => {
  ({ api } = await startBehind());
  api.services.pushNetworks = addressList(['127.0.0.0/8']);
  farm = await makeReadyFarm(api);
  service = await startPushService();
});
afterAll(async () => {
  await service.close();
  await stopBehind();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  queryClient.clear();
  document.body.replaceChildren();
});

/** A browser with notifications, whose person answers the question in this way. */
function stubBrowser(permission: NotificationPermission) {
  const { subscription } = service.addBrowser();
  let current: object | null = null;
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      current = {
        ...subscription,
        options: {},
        toJSON: () => ({ ...subscription, expirationTime: null }),
        unsubscribe: async () => {
          current = null;
        },
      };
      return current;
    },
  };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { requestPermission: async () => permission });
  const registration = { pushManager };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
}
async function openSettings() {
  await signInAs(farm.client.owner.token);
  await renderScreen('reports/signals?mail=own');
  return within(await screen.findByRole('dialog', { name: 'Signals by mail' }));
}
const readDevices = async () => (await farm.client.owner.get('user/signalpush/')).data.devices;

test('a person turns notifications on and off in a browser', async () => {
  stubBrowser('granted');
  const dialog = await openSettings();
  await user.click(await dialog.findByRole('button', { name: 'Turn on here' }));
  expect(await dialog.findByText(/This device$/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Turn on here' })).toBeNull();
  expect((await readDevices()).length).toBe(1);
  await user.click(dialog.getByRole('button', { name: /^Turn off: / }));
  expect(await dialog.findByRole('button', { name: 'Turn on here' })).toBeTruthy();
  expect(await readDevices()).toEqual([]);
});

test('a browser that is gone is shown until it is turned on again', async () => {
  stubBrowser('granted');
  const dialog = await openSettings();
  await user.click(await dialog.findByRole('button', { name: 'Turn on here' }));
  await dialog.findByText(/This device$/);
  await sql`update push_device set gone_at = now()`.execute(api.database.forClient(farm.client.id));
  await queryClient.refetchQueries({ queryKey: ['signal-push'] });
  expect(await dialog.findByText('No longer reachable. Turn notifications on there again.')).toBeTruthy();
  await user.click(await dialog.findByRole('button', { name: 'Turn on here' }));
  await expect.poll(async () => (await readDevices())[0].gone_at).toBeNull();
});

test('the settings name a browser’s refusal, and offer nothing without notifications', async () => {
  stubBrowser('denied');
  const dialog = await openSettings();
  await user.click(await dialog.findByRole('button', { name: 'Turn on here' }));
  expect(await screen.findByText('The browser blocks notifications. Allow them in its settings.')).toBeTruthy();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  document.body.replaceChildren();
  const without = await openSettings();
  expect(await without.findByText(/^This browser can’t show notifications/)).toBeTruthy();
  expect(without.queryByRole('button', { name: 'Turn on here' })).toBeNull();
});
