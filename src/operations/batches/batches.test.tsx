import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount, makeIngredient } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let server: SetupServer;
let farm: ReadyFarm;
let feed: number;
let recipe: number;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const kkz = () => `companies/${farm.company}/farms/${farm.farm}/kkz`;
const stored = async (id: number) => (await owner().get(`animalfeed/schedules/${id}/`)).data;
const readRest = async (id: number) => (await owner().get(`manager/ingredients/${id}/`)).data.rest;
const makeBatch = (weight_plan = 1000) =>
  make(owner(), 'animalfeed/schedules/', { farm: farm.farm, recipe, planned_on: todayIn('Europe/Kyiv'), weight_plan });
const dialog = async () => within(await screen.findByRole('dialog'));

beforeAll(async () => {
  ({ api, server } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  feed = (await makeIngredient(owner(), farm, { name: 'Стартер' })).id;
  const items = [
    { ingredient: farm.silage, percent: 75 },
    { ingredient: farm.hay, percent: 25 },
  ];
  recipe = (await make(owner(), 'manager/recipes/', { farm: farm.farm, name: 'К-60', ingredient: feed, items })).id;
  await signInAs(owner().token);
});
afterEach(() => {
  server.resetHandlers();
  queryClient.clear();
});

test('planning a batch shows its parts next to the stock; a batch that exceeds the mixer is refused at its field', async () => {
  await make(owner(), 'manager/mixers/', { farm: farm.farm, name: 'Малий', max_weight: 500 });
  await renderScreen(kkz());
  expect(await screen.findByText('No batches are planned for this day')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'New batch' })[0]!);
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('This field is required')).toBeTruthy();
  await user.click(form.getByRole('combobox', { name: 'Recipe' }));
  await user.click(await screen.findByRole('option', { name: 'К-60' }));
  await user.type(form.getByLabelText('Weight of the batch'), '8000');
  await user.click(form.getByRole('combobox', { name: 'Mixer' }));
  await user.click(await screen.findByRole('option', { name: 'Малий' }));
  const parts = await form.findByRole('table', { name: 'Parts' });
  await waitFor(() => expect(parts.textContent).toMatch(/6.000/));
  expect(parts.textContent).toMatch(/10.000/);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/greater than the mixer weight/)).toBeTruthy();
  await user.clear(form.getByLabelText('Weight of the batch'));
  await user.type(form.getByLabelText('Weight of the batch'), '400');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect((await owner().get(`animalfeed/schedules/?farm=${farm.farm}`)).data).toMatchObject([
      { recipe, weight_plan: 400, status: 'waited' },
    ]),
  );
});

test('facts are saved and later finished: the parts leave stock and the product enters it; a reset undoes both', async () => {
  const { id } = await makeBatch();
  await renderScreen(kkz());
  await user.click(await screen.findByRole('button', { name: 'Record' }));
  let form = await dialog();
  const [silage] = form.getAllByRole<HTMLInputElement>('textbox');
  // Nothing is missing before it was begun.
  expect(form.getByText(/Total/).textContent?.trim()).toMatch(/ 0 kg$/);
  await user.type(silage!, '760');
  expect(form.getByText(/Total/).textContent).toMatch(/ 760 kg .*−\d/);
  await user.click(form.getByRole('button', { name: 'Finish the batch' }));
  expect(await form.findByText('This field is required')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Keep and continue later' }));
  await waitFor(async () => expect(await stored(id)).toMatchObject({ status: 'in_process' }));
  expect(await readRest(farm.silage)).toBe(10_000);

  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  form = await dialog();
  expect(form.getAllByRole<HTMLInputElement>('textbox')[0]!.value).toBe('760');
  await user.click(form.getByRole('button', { name: 'The rest as planned' }));
  await user.click(form.getByRole('button', { name: 'Finish the batch' }));
  await waitFor(async () => expect(await stored(id)).toMatchObject({ status: 'loaded', weight_fact: 1010 }));
  expect([await readRest(farm.silage), await readRest(farm.hay), await readRest(feed)]).toEqual([9240, 4750, 1010]);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Actions for К-60' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reset' }));
  form = await dialog();
  await user.type(form.getByLabelText('Reason'), 'Не той рецепт');
  await user.click(form.getAllByRole('button').at(-1)!);
  await waitFor(async () => expect(await stored(id)).toMatchObject({ status: 'waited', weight_fact: null }));
  expect([await readRest(farm.silage), await readRest(feed)]).toEqual([10_000, 0]);
});

test('the later batch is moved before the earlier one', async () => {
  const first = await makeBatch(100);
  const second = await makeBatch(200);
  await renderScreen(kkz());
  const more = await screen.findAllByRole('button', { name: 'Actions for К-60' });
  await user.click(more[1]!);
  await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
  await waitFor(async () => expect((await stored(second.id)).position).toBeLessThan((await stored(first.id)).position));
});

test('a list that can’t be loaded shows an error; a person without the right gets a notice', async () => {
  server.use(http.get('*/api/animalfeed/schedules/', () => HttpResponse.json({}, { status: 500 }), { once: true }));
  const { unmount } = await renderScreen(kkz());
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No batches are planned for this day')).toBeTruthy();
  unmount();
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
  await signInAs(caller.token);
  await renderScreen(kkz());
  expect(await screen.findByText('You have no viewing rights')).toBeTruthy();
});
