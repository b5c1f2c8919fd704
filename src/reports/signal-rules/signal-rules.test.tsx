import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHART_DEFAULTS, SIGNAL_RULES } from '#contract/reports/signal-words.ts';
import { queryClient } from '#src/core/api/query-client.ts';
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
  farm = await makeReadyFarm(api);
  await signInAs(farm.client.owner.token);
  await renderScreen(`reports/signals/rules?farm=${farm.farm}`);
});
afterEach(() => queryClient.clear());

const line = (name: string) => screen.findByRole('region', { name });
const edit = async (name: string) => {
  await user.click(await screen.findByRole('button', { name: `Edit: ${name}` }));
  return within(await screen.findByRole('dialog', { name }));
};
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const kept = async () => (await farm.client.owner.get(`manager/signalrules/?farm=${farm.farm}`)).data;

test('every rule watches a farm by default, with its settings shown', async () => {
  const { lambda, width } = CHART_DEFAULTS.loading_bias;
  const bias = await line('Loading bias');
  expect(bias.textContent).toContain(`On · newest value counts ${lambda} · limits ±${width} standard deviations · target: as usual`);
  expect(screen.getAllByRole('button', { name: /^Edit: / })).toHaveLength(SIGNAL_RULES.length);
  expect(await kept()).toEqual([]);
});

test('a setting with which a rule can’t fire is refused at its field; a valid one is saved and shown', async () => {
  const dialog = await edit('Loading bias');
  const field = (name: RegExp) => dialog.getByRole('textbox', { name });
  await user.clear(field(/λ/));
  await user.type(field(/λ/), '0');
  await user.clear(field(/σ/));
  await user.type(field(/σ/), '40');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field(/λ/).getAttribute('aria-invalid')).toBe('true'));
  expect(field(/σ/).getAttribute('aria-invalid')).toBe('true');
  expect(await kept()).toEqual([]);
  await user.clear(field(/λ/));
  await user.type(field(/λ/), '0.25');
  await user.clear(field(/σ/));
  await user.type(field(/σ/), '3.2');
  await user.type(field(/^Target/), '1.5');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await line('Loading bias')).textContent).toContain('counts 0.25 · limits ±3.2'));
  expect((await line('Loading bias')).textContent).toMatch(/target \+1\.5/);
  expect(await kept()).toMatchObject([{ rule: 'loading_bias', active: true, lambda: 0.25, width: 3.2, target: 1.5 }]);
});

test('a rule is switched off and on again', async () => {
  let dialog = await edit('Dry matter of a feed');
  await user.click(dialog.getByRole('switch'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await line('Dry matter of a feed')).textContent).toContain('Off'));
  expect(await kept()).toMatchObject([{ rule: 'dry_matter', active: false }]);
  await isClosed();
  dialog = await edit('Dry matter of a feed');
  await user.click(dialog.getByRole('switch'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await line('Dry matter of a feed')).textContent).toContain('On'));
  expect(await kept()).toMatchObject([{ rule: 'dry_matter', active: true }]);
});

test('a rule that can’t fire here shows the missing record; its target is typed in minutes', async () => {
  const dialog = await edit('Mixing time');
  await user.type(dialog.getByRole('textbox', { name: /^Target/ }), '6.5');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('no mixing time has been recorded');
  expect(await kept()).toEqual([]);
  await user.click(dialog.getByRole('switch'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await kept()).toMatchObject([{ rule: 'mixing_time', active: false, target: 390 }]));
});
