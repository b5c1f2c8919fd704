import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
let cows: string;
let heifers: string;
const user = userEvent.setup();

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  cows = (await stored(farm.cowsGroup)).name;
  heifers = (await stored(farm.heifers)).name;
  await signInAs(farm.client.owner.token);
});
afterEach(() => queryClient.clear());

const stored = async (id: number) => (await farm.client.owner.get(`manager/groups/${id}/`)).data;
const at = (rest: string) => `companies/${farm.company}/farms/${farm.farm}/${rest}`;
const heads = (name: string) => screen.findByLabelText<HTMLInputElement>(`Head count: ${name}`);

test('heads are written into the list, group after group, without a window', async () => {
  await renderScreen(at('animal-groups'));
  const [first, second] = [cows, heifers].toSorted() as [string, string];
  await user.click(await heads(first));
  await user.keyboard('91{Enter}47{Enter}');
  const of = async (name: string) => (await stored(name === cows ? farm.cowsGroup : farm.heifers)).animal_count;
  await waitFor(async () => expect([await of(first), await of(second)]).toEqual([91, 47]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a conflicting change of heads by another person is shown before it is overwritten', async () => {
  await renderScreen(at('animal-groups'));
  await user.click(await heads(cows));
  await farm.client.owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 77 });
  await user.keyboard('88{Tab}');
  expect(await screen.findByText('Somebody else has changed this meanwhile')).toBeTruthy();
  expect([(await stored(farm.cowsGroup)).animal_count, (await heads(cows)).value]).toEqual([77, '88']);
  await user.click(await heads(cows));
  await user.tab();
  await waitFor(async () => expect((await stored(farm.cowsGroup)).animal_count).toBe(88));
});

test('animals move to another group from a day on; too many are refused at the field', async () => {
  await renderScreen(at('animal-groups'));
  await user.click(await screen.findByRole('button', { name: `Actions for ${cows}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move animals' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('How many'), '101');
  await user.click(within(dialog).getByLabelText('To group', { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: heifers }));
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));
  expect(await within(dialog).findByText(/100/, { selector: '[class*=error]' })).toBeTruthy();
  await user.clear(within(dialog).getByLabelText('How many'));
  await user.type(within(dialog).getByLabelText('How many'), '5');
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([(await stored(farm.cowsGroup)).animal_count, (await stored(farm.heifers)).animal_count]).toEqual([95, 55]);
  await waitFor(async () => expect((await heads(cows)).value).toBe('95'));
});

test("heads are corrected on the day's screen, next to the dependent plan; without the right there is no field", async () => {
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Kyiv' });
  const { id } = await makeSchedule(farm, today);
  const shown = await renderScreen(at('planning'));
  await user.click(await screen.findByText('Head count:', { exact: false, selector: 'summary' }));
  await user.click(await screen.findByLabelText(cows, { selector: 'input[data-column]' }));
  await user.keyboard('90{Enter}');
  await waitFor(async () => expect((await farm.client.owner.get(`schedule/schedules/${id}/`)).data.weight_plan).toBe(90 * 40 + 50 * 20));
  shown.unmount();
  queryClient.clear();
  const permissions = [{ module: 'manger', label: '', name: 'group', view: true, add: false, change: false, delete: false }];
  const group = await api.database
    .forClient(farm.client.id)
    .insertInto('access_group')
    .values({ client_id: farm.client.id, name: 'Lookers at groups', permissions: JSON.stringify(permissions) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const looker = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  await signInAs(looker.caller.token);
  await renderScreen(at('animal-groups'));
  expect(await screen.findByRole('cell', { name: '90' })).toBeTruthy();
  expect(screen.queryByLabelText(`Head count: ${cows}`)).toBeNull();
});
