import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { deliver, make } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const keys = () => `companies/${farm.company}/farms/${farm.farm}/keys`;
const ADDRESS = 'https://hook.example.com/manger';

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

test('a webhook is created on the page of access keys, and its secret is shown once', async () => {
  await renderScreen(keys());
  await user.click(await screen.findByRole('radio', { name: 'Webhooks' }));
  await screen.findByText('No webhooks yet');
  await user.click(screen.getAllByRole('button', { name: 'New webhook' }).at(-1)!);
  await user.type(await screen.findByLabelText('Address'), ADDRESS);
  await user.click(screen.getByRole('button', { name: 'Create the webhook' }));
  const secret = (await screen.findByLabelText<HTMLTextAreaElement>('Secret of the signatures')).value;
  expect(secret).toMatch(/^whsec_/);
  await user.click(screen.getByRole('button', { name: 'I have saved the secret' }));
  await waitFor(() => expect(document.body.textContent).not.toContain(secret));
  expect((await owner().get('manager/webhooks/')).data).toMatchObject([{ url: ADDRESS, active: true }]);
});

test('events are shown with their errors and sent again; a webhook is paused', async () => {
  const { id } = await make(owner(), 'manager/webhooks/', { farm: farm.farm, url: ADDRESS, events: ['delivery.created'] });
  await deliver(owner(), farm, farm.silage, 100, 2);
  await sql`update webhook_event set state = 'failed', attempts = 8, status = 500, error = 'status'`.execute(
    api.database.forClient(farm.client.id),
  );
  await renderScreen(`${keys()}?view=webhooks`);
  await user.click(await screen.findByRole('button', { name: `Actions for ${ADDRESS}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Events' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Failed: The address answered 500', { exact: false })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  await waitFor(async () => expect((await owner().get(`manager/webhooks/${id}/`)).data).toMatchObject({ waiting: 1, failed: 0 }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: `Actions for ${ADDRESS}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
  await waitFor(async () => expect((await owner().get(`manager/webhooks/${id}/`)).data.active).toBe(false));
});

test('a wrong address is reported at its field, and the typing stays', async () => {
  await renderScreen(`${keys()}?view=webhooks`);
  await screen.findByText('No webhooks yet');
  await user.click(screen.getAllByRole('button', { name: 'New webhook' }).at(-1)!);
  const address = await screen.findByLabelText<HTMLInputElement>('Address');
  await user.type(address, 'https://10.0.0.1/hook');
  await user.click(screen.getByRole('button', { name: 'Create the webhook' }));
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  expect(address.value).toBe('https://10.0.0.1/hook');
});

test('the page Connect has examples with the own address and farm, and the first reads the report', async () => {
  const { secret } = await make(owner(), 'manager/keys/', { farm: farm.farm, name: 'Script', scopes: ['read_reports'] });
  await renderScreen(`${keys()}?view=connect`);
  const example = (await screen.findByLabelText<HTMLTextAreaElement>('curl')).value;
  const [, url = ''] = /"(http[^"]+)"/.exec(example) ?? [];
  expect(url).toContain(`farm=${farm.farm}&`);
  for (const name of ['curl -X POST', 'Excel Power Query', 'Python', 'Power BI', 'Metabase', 'ICAR ADE', 'ICAR ADE, POST']) {
    const { value } = screen.getByLabelText<HTMLTextAreaElement>(name);
    expect([name, value.includes(window.location.origin), value.includes('mk_YOUR_SECRET')]).toEqual([name, true, true]);
  }
  const answer = await api.app.fetch(new Request(url, { headers: { authorization: `Bearer ${secret}` } }));
  expect(answer.status).toBe(200);
  const [, events = ''] = /"(http[^"]+)"/.exec(screen.getByLabelText<HTMLTextAreaElement>('ICAR ADE').value) ?? [];
  expect((await api.app.fetch(new Request(events, { headers: { authorization: `Bearer ${secret}` } }))).status).toBe(200);
});
