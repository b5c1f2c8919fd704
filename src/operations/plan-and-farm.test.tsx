import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeMixer } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const inDialog = async () => within(await screen.findByRole('dialog'));

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
  document.body.replaceChildren();
});

test('a day is copied to the next, and the screen goes there', async () => {
  const today = todayIn('Europe/Kyiv');
  await makeSchedule(farm, today);
  const { router } = await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning`);
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Copy day' });
  await waitFor(() => expect(copy.disabled).toBe(false));
  await user.click(copy);
  await user.click((await inDialog()).getByRole('button', { name: 'Copy' }));
  await closed();
  await waitFor(() => expect(router.state.location.search).toBe(`?day=${addDays(today, 1)}`));
  expect((await owner().get(`schedule/schedules/?planned_on=${addDays(today, 1)}`)).count).toBe(1);
});

test('copying a day that exists already keeps the form open and reports this', async () => {
  const today = todayIn('Europe/Kyiv');
  await makeSchedule(farm, today);
  const to = addDays(today, 1);
  expect((await owner().post('schedule/schedules/copy/', { farm: farm.farm, from: today, to })).data).toHaveLength(1);
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning`);
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Copy day' });
  await waitFor(() => expect(copy.disabled).toBe(false));
  await user.click(copy);
  await user.click((await inDialog()).getByRole('button', { name: 'Copy' }));
  await (await inDialog()).findByText('All of this day stands there already: nothing was copied');
  expect((await owner().get(`schedule/schedules/?planned_on=${to}`)).count).toBe(1);
});

test('a day with a mixer that was deleted since is copied with another in its place', async () => {
  const today = todayIn('Europe/Kyiv');
  const [before, other] = [addDays(today, -5), await makeMixer(owner(), farm)];
  await makeSchedule(farm, before);
  expect((await owner().delete(`manager/mixers/${farm.mixer}/`)).status).toBe(204);
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning?day=${before}`);
  const copy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Copy day' });
  await waitFor(() => expect(copy.disabled).toBe(false));
  await user.click(copy);
  const submit = async () => user.click((await inDialog()).getByRole('button', { name: 'Copy' }));
  await submit();
  // The refusal is about the day copied from, which the form doesn't draw.
  expect((await (await inDialog()).findByRole('alert')).textContent).toMatch(/^A deleted selection must be replaced/);
  const instead = await (await inDialog()).findByRole<HTMLInputElement>('combobox', { name: /^Instead of the deleted mixer/ });
  // Until there is something to choose from it can't be opened.
  await waitFor(() => expect(instead.disabled).toBe(false));
  await user.click(instead);
  await user.click(await screen.findByRole('option', { name: (await owner().get(`manager/mixers/${other.id}/`)).data.name }));
  await submit();
  await closed();
  const { data } = await owner().get(`schedule/schedules/?planned_on=${addDays(before, 1)}`);
  expect(data.map(({ mixer }: { mixer: number }) => mixer)).toEqual([other.id]);
});

test('a feeding shows heads, plan and fact per head, leftovers, automatic loading and skipped times', async () => {
  const today = todayIn('Europe/Kyiv');
  const { id } = await makeSchedule(farm, today, { leftovers: true, planned_leftovers: 250, skip_time: true });
  const { data } = await owner().get(`schedule/schedules/${id}/`);
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning`);
  await user.click(await screen.findByRole('button', { name: data.ration_name }));
  const text = (await screen.findByRole('dialog')).textContent?.replaceAll('\u00a0', ' ') ?? '';
  const [{ heads, weight_per_head }] = data.groups;
  expect(text).toContain(`${heads} head · per head: plan ${weight_per_head}, actual –`);
  expect(text).toMatch(/Left in the mixer, planned250 kg · 5%/);
  expect(text).toMatch(/Auto loadno/i);
  expect(text).toMatch(/Skip timeyes/i);
});

test('a day of a closed month refuses new feedings, and shows the reason', async () => {
  const day = '2026-03-10';
  await makeSchedule(farm, day);
  expect((await owner().post('manager/months/', { farm: farm.farm, month: '2026-03' })).status).toBe(201);
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning?day=${day}`);
  expect(await screen.findByText(/^The month is closed: March 2026/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add feeding' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy day' })).toBeTruthy();
});

// The library of drags goes by the codes of keys, which typing in a test doesn't give.
const [SPACE, ARROW_DOWN, ESCAPE] = [32, 40, 27];
const press = (handle: HTMLElement, ...codes: number[]) => {
  handle.focus();
  for (const keyCode of codes) fireEvent.keyDown(handle, { keyCode });
};

/** Rows have positions one below the other, as in a browser: the drop position is derived from them. */
function layRowsOut() {
  const height = 50;
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1200);
  const plain = Element.prototype.getBoundingClientRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.hasAttribute('data-rfd-draggable-id')) {
      return new DOMRect(0, [...(this.parentElement?.children ?? [])].indexOf(this) * height, 300, height);
    }
    if (this.hasAttribute('data-rfd-droppable-id')) return new DOMRect(0, 0, 300, this.children.length * height);
    return plain.call(this);
  });
}

test('feedings are put into another order by the keyboard, and the server keeps it', async () => {
  const today = todayIn('Europe/Kyiv');
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await makeSchedule(farm, today)).id);
  const [first, second, third] = ids;
  const kept = async () =>
    (await owner().get(`schedule/schedules/?planned_on=${today}&ordering=position`)).data.map(({ id }: { id: number }) => id);
  expect(await kept()).toEqual([first, second, third]);
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning`);
  const handles = await screen.findAllByLabelText(/^Move /);
  expect(handles).toHaveLength(3);
  layRowsOut();
  press(handles[0]!, SPACE, ARROW_DOWN, ARROW_DOWN, SPACE);
  const readAnnouncement = () => document.querySelector('[id^="rfd-announcement"]')?.textContent;
  expect(readAnnouncement()).toBe('Moved to place 3');
  await waitFor(async () => expect(await kept()).toEqual([second, third, first]));
  // Lifted and dropped at the same place: nothing moves.
  press(screen.getAllByLabelText(/^Move /)[0]!, SPACE, ARROW_DOWN, ESCAPE);
  // The row returns to its place, and a browser reports the end of that transition.
  const dragged = document.querySelector('[data-rfd-draggable-id]')!;
  await waitFor(() => {
    fireEvent.transitionEnd(dragged, { propertyName: 'transform' });
    expect(readAnnouncement()).toBe('Left at its place');
  });
  const shown = () =>
    [...document.querySelectorAll('[data-rfd-draggable-id]')].map((row) => Number(row.getAttribute('data-rfd-draggable-id')));
  await waitFor(() => expect(shown()).toEqual([second, third, first]));
  expect(await kept()).toEqual([second, third, first]);
});

async function choose(field: string, name: string) {
  await user.click((await inDialog()).getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name }));
}

test('a period is created with a job, changed, switched on and off: its feedings come and go', async () => {
  const readPeriods = async () => (await owner().get(`manager/loadings/?farm=${farm.farm}`)).data;
  const countFeedings = async () => (await owner().get(`schedule/schedules/?farm=${farm.farm}`)).count;
  const readName = async (path: string, id: number): Promise<string> => (await owner().get(`manager/${path}/${id}/`)).data.name;
  const group = await readName('groups', farm.cowsGroup);
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/planning/periods`);

  await user.click(await screen.findByRole('button', { name: 'New period' }));
  await user.type((await inDialog()).getByLabelText('Name'), 'Dawn');
  await user.click((await inDialog()).getByRole('switch', { name: /^Plan every day/ }));
  // The farm has one ration and one mixer: a new period begins with a load of them.
  const chosen = async (name: string) => ((await inDialog()).getByRole('combobox', { name }) as HTMLInputElement).value;
  expect(await chosen('Ration')).toBe(await readName('rations', farm.ration));
  expect(await chosen('Mixer')).toBe(await readName('mixers', farm.mixer));
  await choose('Add a group', group);
  await user.type((await inDialog()).getByLabelText(`Per head: ${group}`), '12.5');
  await user.click((await inDialog()).getByRole('button', { name: 'Save' }));
  await closed();
  const [made] = await readPeriods();
  expect(made).toMatchObject({
    name: 'Dawn',
    active: false,
    jobs: [{ ration: farm.ration, mixer: farm.mixer, groups: [{ group: farm.cowsGroup, weight_per_head: 12.5 }] }],
  });
  expect(await countFeedings()).toBe(0);

  await user.click(await screen.findByRole('button', { name: 'Dawn' }));
  const perHead = await waitFor(async () => (await inDialog()).getByLabelText(`Per head: ${group}`));
  await user.clear(perHead);
  await user.type(perHead, '20');
  await user.click((await inDialog()).getByRole('button', { name: 'Save' }));
  await closed();
  expect((await readPeriods())[0].jobs[0]).toMatchObject({ id: made.jobs[0].id, weight_plan: 2000 });

  await user.click(await screen.findByRole('switch', { name: 'Plan Dawn every day' }));
  await waitFor(async () => expect(await countFeedings()).toBeGreaterThan(6));
  expect((await readPeriods())[0].active).toBe(true);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Plan Dawn every day' }).checked).toBe(true));
  await user.click(screen.getByRole('switch', { name: 'Plan Dawn every day' }));
  await waitFor(async () => expect(await countFeedings()).toBe(0));
  expect((await readPeriods())[0].active).toBe(false);
});

test('a farm is added and changed; a name in use is refused at its field', async () => {
  await renderScreen(`companies/${farm.company}/farms`);
  await user.click(await screen.findByRole('button', { name: 'New farm' }));
  await user.type((await inDialog()).getByLabelText('Farm'), 'Homestead');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await closed();
  expect(await screen.findByRole('link', { name: 'Homestead' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New farm' }));
  const name = (await inDialog()).getByLabelText('Farm');
  await user.type(name, 'Homestead');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  const { data } = await owner().get('manager/farms/dashboard/');
  expect(data.filter((one: { name: string }) => one.name === 'Homestead')).toHaveLength(1);
});
