import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const create = () => renderScreen(`companies/${farm.company}/farms/${farm.farm}/rations/create`);
const findName = async (id: number): Promise<string> => (await farm.client.owner.get(`manager/ingredients/${id}/`)).data.name;
const find = async (name: string) =>
  (await farm.client.owner.get(`manager/rations/?farm=${farm.farm}&search=${encodeURIComponent(name)}`)).data[0];

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  await signInAs(farm.client.owner.token);
});
afterAll(stopBehind);
afterEach(() => {
  queryClient.clear();
  for (const key of Object.keys(localStorage)) if (key.startsWith('ration-')) localStorage.removeItem(key);
  document.body.replaceChildren();
});

test('a ration is typed in kilograms per head with two clicks: Enter adds a row with its open list, Ctrl Enter saves', async () => {
  const [silage, hay] = await Promise.all([farm.silage, farm.hay].map(findName));
  const { router } = await create();
  await user.click(await screen.findByRole('textbox', { name: 'Ration' }));
  await user.keyboard('By keys');
  await user.click(screen.getByRole('button', { name: 'Add an ingredient' }));
  await user.keyboard(`${silage}{Enter}`);
  await waitFor(() => expect((document.activeElement as HTMLInputElement).dataset.column).toBe('head'));
  await user.keyboard('22.5{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-haspopup')).toBe('listbox'));
  await user.keyboard(`${hay}{Enter}2.5`);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(router.state.location.pathname).toMatch(/rations\/\d+$/));
  expect(await find('By keys')).toMatchObject({ basis: 'head_fresh', kg_per_head: 25 });
});

test('the device keeps a draft of a ration until the draft is saved or discarded', async () => {
  const first = await create();
  await user.type(await screen.findByRole('textbox', { name: 'Ration' }), 'Half done');
  await waitFor(() =>
    expect(Object.entries(localStorage).some(([key, text]) => key.startsWith('ration-draft:') && text.includes('Half done'))).toBe(true),
  );
  // A closed browser unloads the page without a question.
  first.unmount();
  document.body.replaceChildren();
  await create();
  expect(await screen.findByText(/Unsaved input of this device is shown/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Ration' }).value).toBe('Half done');
  await user.click(screen.getByRole('button', { name: 'Discard it' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Ration' }).value).toBe('');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('ration-draft:'))).toEqual([]);
});

test('shares of the load are one click away, and the device remembers the choice of the person', async () => {
  const first = await create();
  await user.click(await screen.findByRole('radio', { name: '% of the load, as fed' }));
  first.unmount();
  document.body.replaceChildren();
  await create();
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: '% of the load, as fed' })).checked).toBe(true);
});
