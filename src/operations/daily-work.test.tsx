import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { SetupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { callerOf, type TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { entries as kept } from '#tests/support/device.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

vi.mock('./recording/device.ts', () => import('#tests/support/device.ts'));

let api: TestApi;
let server: SetupServer;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const day = () => todayIn('Europe/Kyiv');
/** Matches a label with today's date in English. */
const ofToday = () => {
  const date = new Intl.DateTimeFormat('en-001', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return new RegExp(`, ${date.format(new Date(day()))}$`);
};
const planning = (rest = '') => `companies/${farm.company}/farms/${farm.farm}/planning${rest}`;

async function makeFeeding(perHead = 40) {
  const groups = [
    { group: farm.cowsGroup, weight_per_head: perHead },
    { group: farm.heifers, weight_per_head: 10 },
  ];
  return make(owner(), 'schedule/schedules/', { farm: farm.farm, planned_on: day(), ration: farm.ration, mixer: farm.mixer, groups });
}
const stored = async (id: number) => (await owner().get(`schedule/schedules/${id}/`)).data;

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
  kept.clear();
});

test('a company is created, and a name in use is refused at its field', async () => {
  await renderScreen('companies');
  await screen.findByRole('button', { name: /^Company \d+$/ });
  for (const round of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'New company' }));
    await user.type(await screen.findByLabelText('Company'), 'Dawn');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    if (round === 2) break;
    await screen.findByRole('button', { name: 'Dawn' });
    // The row may appear before the form has closed.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect(await screen.findByText('The name must be unique')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Company').value).toBe('Dawn');
});

test('input stays when the server fails, and the second try saves it', async () => {
  await renderScreen('companies');
  await user.click(await screen.findByRole('button', { name: 'New company' }));
  await user.type(await screen.findByLabelText('Company'), 'Meadow');
  server.use(http.post('*/api/manager/companies/', () => HttpResponse.json({}, { status: 500 }), { once: true }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Server error')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Company').value).toBe('Meadow');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Meadow' })).toBeTruthy();
});

test('a list that can’t be loaded shows an error and tries again', async () => {
  await makeFeeding();
  server.use(http.get('*/api/schedule/schedules/', () => HttpResponse.json({}, { status: 500 }), { once: true }));
  await renderScreen(planning());
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Outside periods' })).toBeTruthy();
});

test('an empty day explains how to begin', async () => {
  await renderScreen(planning());
  expect(await screen.findByText('Nothing is planned for this day')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'To periods' })).toBeTruthy();
});

test('the editor shows what the feeding comes to, and that it is too much for the mixer', async () => {
  await make(owner(), 'manager/mixers/', { farm: farm.farm, name: 'Small', max_weight: 1000 });
  await renderScreen(planning());
  await user.click(await screen.findByRole('button', { name: 'Add feeding' }));
  const dialog = await screen.findByRole('dialog');
  const choose = async (label: string, option: RegExp) => {
    await waitFor(() => expect(within(dialog).getByRole<HTMLInputElement>('combobox', { name: label }).disabled).toBe(false));
    await user.click(within(dialog).getByRole('combobox', { name: label }));
    await user.click((await screen.findAllByRole('option', { name: option }))[0]!);
  };
  await choose('Ration', /Ration/);
  await choose('Mixer', /Small/);
  await choose('Add a group', /Group/);
  await user.type(within(dialog).getByLabelText(/^Per head/), '12.5');
  const shown = within(dialog).getByRole('alert');
  expect(shown.textContent).toMatch(/greater than the mixer weight/);
  const leftovers = within(dialog).getByRole<HTMLInputElement>('switch', { name: /^Left in the mixer/ });
  const auto = within(dialog).getByRole<HTMLInputElement>('switch', { name: /^Auto load/ });
  await user.click(leftovers);
  expect(auto.disabled).toBe(true);
  await user.click(leftovers);
  await user.click(auto);
  expect(leftovers.disabled).toBe(true);
  await user.click(auto);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(within(dialog).getAllByText(/greater than the mixer weight/).length).toBeGreaterThan(1));
});

const type = async (weight: string) => {
  for (const digit of weight) await user.click(screen.getByRole('button', { name: digit }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
};

test('a load is recorded ingredient by ingredient and unloaded group by group', async () => {
  const { id } = await makeFeeding();
  await renderScreen(planning(`/${id}/record`));
  await user.click(await screen.findByRole('button', { name: 'Begin loading' }));
  await waitFor(async () => expect((await stored(id)).status).toBe('in_process'));
  for (const weight of ['2710', '1350', '440']) await type(weight);
  await user.click(await screen.findByRole('button', { name: 'Finish loading' }));
  await waitFor(async () => expect(await stored(id)).toMatchObject({ status: 'loaded', weight_fact: 4500, operator: farm.client.ownerId }));

  await user.click(await screen.findByRole('button', { name: 'Begin unloading' }));
  await type('4010');
  await user.click(await screen.findByRole('button', { name: /^The rest: 490/ }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(await screen.findByRole('button', { name: 'Finish unloading' }));
  await waitFor(async () => expect(await stored(id)).toMatchObject({ status: 'uploaded', weight_unloaded: 4500 }));
  expect(await screen.findByText('Loaded and unloaded')).toBeTruthy();
});

const digits = async (weight: string) => {
  for (const digit of weight) await user.click(screen.getByRole('button', { name: digit }));
};
const pad = () => screen.findByLabelText<HTMLInputElement>(/Entered/);

test('typing replaces a corrected weighing instead of adding to it', async () => {
  const { id } = await makeFeeding();
  await renderScreen(planning(`/${id}/record`));
  await user.click(await screen.findByRole('button', { name: 'Begin loading' }));
  await type('2710');
  await user.click(screen.getAllByRole('listitem')[0]!.querySelector('button')!);
  expect((await pad()).value).toBe('2,710');
  await type('2700');
  await waitFor(async () => expect((await stored(id)).items[0].weight_fact).toBe(2700));
  await user.click(screen.getByRole('button', { name: /^As planned: 1.350/ }));
  await digits('1340');
  expect((await pad()).value).toBe('1,340');
  // Typing on a keyboard replaces it as well.
  await user.click(screen.getAllByRole('listitem')[0]!.querySelector('button')!);
  await user.keyboard('2690');
  expect((await pad()).value).toBe('2,690');
});

test('an implausible weight in loading or unloading is questioned: it is corrected or confirmed', async () => {
  const { id } = await makeFeeding();
  await renderScreen(planning(`/${id}/record`));
  await user.click(await screen.findByRole('button', { name: 'Begin loading' }));
  await type('270');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toMatch(/270 instead of 2.700\u00a0kg\?/);
  await user.click(within(question).getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await type('2700');
  await waitFor(async () => expect((await stored(id)).items[0].weight_fact).toBe(2700));
  await type('135');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes, 135\u00a0kg' }));
  await waitFor(async () => expect((await stored(id)).items[1].weight_fact).toBe(135));
  await type('450');
  await user.click(await screen.findByRole('button', { name: 'Finish loading' }));
  await user.click(await screen.findByRole('button', { name: 'Begin unloading' }));
  await type('400');
  const unloading = await screen.findByRole('alertdialog');
  expect(unloading.textContent).toMatch(/400 instead of 4.000\u00a0kg\?/);
  await user.click(within(unloading).getByRole('button', { name: 'Yes, 400\u00a0kg' }));
  await waitFor(async () => expect((await stored(id)).groups[0].weight_fact).toBe(400));
});

test('a weight that exceeds the mixer is refused at the mixer, even without a network', async () => {
  const { id } = await makeFeeding();
  await renderScreen(planning(`/${id}/record`));
  await user.click(await screen.findByRole('button', { name: 'Begin loading' }));
  server.use(http.put('*/api/schedule/schedules/:id/load/', () => HttpResponse.error()));
  await type('2700');
  await digits('7300');
  expect(screen.queryByRole('alert')).toBeNull();
  await digits('.1');
  expect(screen.getByRole('alert').textContent).toMatch(/Too much: the mixer holds 10.000\u00a0kg in all/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  server.resetHandlers();
});

test("a terminal's implausible weighing is at the top of the day until it is corrected with a reason, and a weighing is corrected after the end", async () => {
  const { id } = await makeFeeding();
  const { data: key } = await owner().post('manager/keys/', { farm: farm.farm, name: 'Terminal' });
  const terminal = callerOf(api.app, key.secret, 'Key');
  const items = [
    { ingredient: farm.silage, weight_fact: 27_000 },
    { ingredient: farm.hay, weight_fact: 1350 },
    { ingredient: farm.meal, weight_fact: 450 },
  ];
  for (const status of ['in_process', 'loaded']) await terminal.put(`schedule/schedules/${id}/load/`, { status, items });
  await renderScreen(planning());
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('1 weighing waits for confirmation');
  await user.click(within(notice).getByRole('button'));
  await user.click(await screen.findByRole('button', { name: /^Confirm or correct/ }));
  const weight = await screen.findByLabelText<HTMLInputElement>(/^Weighed/);
  expect(screen.getByText(/27.000 instead of 2.700 kg\?/)).toBeTruthy();
  await user.clear(weight);
  await user.type(weight, '2710');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This field is required')).toBeTruthy();
  await user.type(screen.getByLabelText(/Reason/), 'one zero too many');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await stored(id)).toMatchObject({ implausible: false, weight_fact: 4510 }));
  await waitFor(() => expect(screen.queryByText(/waits for confirmation/i)).toBeNull());

  await user.click((await screen.findAllByRole('button', { name: /^Correct the weighing/ }))[1]!);
  await user.clear(await screen.findByLabelText(/^Weighed/));
  await user.type(screen.getByLabelText(/^Weighed/), '1300');
  await user.type(screen.getByLabelText(/Reason/), 'a slip');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await stored(id)).toMatchObject({ weight_fact: 4460 }));
  expect((await owner().get(`manager/ingredients/${farm.hay}/`)).data.rest).toBe(3700);
});

test('records made offline are stored here, survive a reload and are sent once later', async () => {
  const { id } = await makeFeeding();
  let sent = 0;
  server.use(
    http.put('*/api/schedule/schedules/:id/load/', () => {
      sent += 1;
      return HttpResponse.error();
    }),
  );
  const first = await renderScreen(planning(`/${id}/record`));
  await user.click(await screen.findByRole('button', { name: 'Begin loading' }));
  await type('2710');
  await user.click(screen.getByRole('button', { name: '7' }));
  expect(await screen.findByText(/Kept on this device, 2 waiting/)).toBeTruthy();
  expect((await stored(id)).status).toBe('waited');
  expect(sent).toBeGreaterThan(0);
  first.unmount();

  await renderScreen(planning(`/${id}/record`));
  expect((await screen.findByLabelText<HTMLInputElement>(/Entered/)).value).toBe('7');
  server.resetHandlers();
  window.dispatchEvent(new Event('online'));
  await waitFor(async () => expect((await stored(id)).items[0]).toMatchObject({ weight_fact: 2710 }));
  expect(await screen.findByText('Everything is saved')).toBeTruthy();
  expect(kept.get('reports')).toEqual([]);
});

test('a report that the server refuses stays on the device until a person decides', async () => {
  const { id } = await makeFeeding();
  await renderScreen(planning(`/${id}/record`));
  await screen.findByRole('button', { name: 'Begin loading' });
  // Another user loads it meanwhile.
  for (const status of ['in_process', 'loaded']) await owner().put(`schedule/schedules/${id}/load/`, { status, items: [] });
  await user.click(screen.getByRole('button', { name: 'Begin loading' }));
  await type('2710');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The server didn’t accept what was recorded');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/2.710/));
  await user.click(screen.getByRole('button', { name: 'Discard what was recorded' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard what was recorded' }));
  expect(await screen.findByRole('button', { name: 'Begin unloading' })).toBeTruthy();
  expect(kept.get('reports')).toEqual([]);
});

test('a leftover above what the group was given is refused in its cell', async () => {
  const { id } = await make(owner(), 'schedule/schedules/', {
    farm: farm.farm,
    planned_on: addDays(day(), -1),
    ration: farm.ration,
    mixer: farm.mixer,
    groups: [{ group: farm.cowsGroup, weight_per_head: 10 }],
  });
  for (const status of ['in_process', 'loaded']) await owner().put(`schedule/schedules/${id}/load/`, { status, items: [] });
  const groups = [{ group: farm.cowsGroup, weight_fact: 1000 }];
  for (const status of ['out_process', 'uploaded']) await owner().put(`schedule/schedules/${id}/upload/`, { status, groups });
  await renderScreen(planning('/leftovers'));
  const [cell] = await screen.findAllByLabelText(ofToday());
  await user.type(cell!, '4000');
  await user.tab();
  expect(await screen.findByText(/less than or equal to 1.?000/)).toBeTruthy();
  expect((await owner().get(`leftovers/leftovers/?farm=${farm.farm}`)).data).toEqual([]);
});

test('a leftover is entered in its cell, and a refused one keeps the input', async () => {
  await renderScreen(planning('/leftovers'));
  const cells = await screen.findAllByLabelText(ofToday());
  await user.type(cells[0]!, '12.5');
  await user.tab();
  await waitFor(async () =>
    expect((await owner().get(`leftovers/leftovers/?farm=${farm.farm}`)).data).toMatchObject([{ weight: 12.5, date: day() }]),
  );
  // The group was given nothing in the days before: the leftover belongs to no day, and the cell shows this.
  expect((await screen.findByText('no feeding day')).title).toBe('The group was given nothing in the 7 days before');
  server.use(http.post('*/api/leftovers/leftovers/', () => HttpResponse.json({}, { status: 500 }), { once: true }));
  await user.type(cells[1]!, '8');
  await user.tab();
  expect(await screen.findByText('Server error')).toBeTruthy();
  expect((cells[1] as HTMLInputElement).value).toBe('8');
});
