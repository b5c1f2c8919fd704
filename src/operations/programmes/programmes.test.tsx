import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeRation } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { curveOf, newStep } from './values.ts';

let api: TestApi;
let farm: ReadyFarm;
let finisher: string;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const at = (rest: string) => `companies/${farm.company}/farms/${farm.farm}/${rest}`;
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const choose = async (field: HTMLElement, name: string) => {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name }));
};

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  finisher = String((await makeRation(owner(), farm, [{ ingredient: farm.meal, percent: 100 }])).name);
  await signInAs(owner().token);
});
afterAll(stopBehind);

test('a programme is entered step by step with its curve, wrong days are refused at their step, and a group’s row shows its day', async () => {
  const { name: starter } = (await owner().get(`manager/rations/${farm.ration}/`)).data;
  await renderScreen(at('rations'));
  await user.click(await screen.findByRole('link', { name: 'Feeding programmes: rations by day on feed' }));
  await press('New programme');
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Programme'), 'Transition');
  await choose(dialog.getAllByLabelText('Ration', { selector: 'input' })[0]!, starter);
  await user.type(dialog.getByLabelText('Per head and day', { exact: false }), '8');
  expect(await dialog.findByRole('figure', { name: 'What a head gets, day by day' })).toBeTruthy();
  await press('Add a step');
  const [, second] = dialog.getAllByLabelText('Day');
  await user.clear(second!);
  await user.type(second!, '1');
  await choose(dialog.getAllByLabelText('Ration', { selector: 'input' })[1]!, finisher);
  expect(dialog.queryByRole('figure')).toBeNull();
  await press('Save');
  await waitFor(() => expect(second!.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(second!);
  await user.type(second!, '15');
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [made] = (await owner().get(`manager/programmes/?farm=${farm.farm}`)).data;
  expect(made).toMatchObject({
    name: 'Transition',
    blend_days: 3,
    steps: [
      { day: 1, ration_name: starter, weight_per_head: 8 },
      { day: 15, ration_name: finisher, weight_per_head: 8 },
    ],
  });

  const started_on = addDays(todayIn('Europe/Kyiv'), -11);
  await owner().put(`manager/groups/${farm.heifers}/`, { programme: made.id, started_on });
  await renderScreen(at('animal-groups'));
  expect(await screen.findByText('Transition, day 12')).toBeTruthy();
  const { name } = (await owner().get(`manager/groups/${farm.cowsGroup}/`)).data;
  await press(`Actions for ${name}`);
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await choose(await screen.findByLabelText('Programme', { selector: 'input' }), 'Transition');
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await owner().get(`manager/groups/${farm.cowsGroup}/`)).data).toMatchObject({
    programme: made.id,
    started_on: todayIn('Europe/Kyiv'),
  });
});

test('the curve is of steps that rise from day 1, and goes on after the last', () => {
  const first = { ...newStep([]), ration: 1, weight_per_head: 8 };
  const second = { ...newStep([first]), ration: 2, weight_per_head: 10 };
  expect([first.day, second.day]).toEqual([1, 8]);
  const days = curveOf({ steps: [first, second], blend_days: 1 });
  expect(days).toHaveLength(12);
  expect([...days[7]!.kg]).toEqual([
    [1, 5],
    [2, 5],
  ]);
  expect(curveOf({ steps: [{ ...first, day: 2 }], blend_days: 0 })).toEqual([]);
  expect(curveOf({ steps: [{ ...first, ration: null }], blend_days: 0 })).toEqual([]);
});
