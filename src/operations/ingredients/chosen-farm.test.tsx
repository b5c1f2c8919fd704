import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { keepLastFarm } from '#src/core/layout/last-farm.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { deliver, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
const user = userEvent.setup();

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
afterEach(() => {
  queryClient.clear();
  localStorage.clear();
});

test('feeds are those of the chosen farm, the first to run out first, with one date and the pace of late in its hint', async () => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const other = await makeFarm(owner);
  await makeIngredient(owner, other, { name: 'Other pulp' });
  const readName = async (id: number): Promise<string> => (await owner.get(`manager/ingredients/${id}/`)).data.name;
  const [silage, hay, meal] = [await readName(farm.silage), await readName(farm.hay), await readName(farm.meal)];
  await deliver(owner, farm, farm.hay, 95_000, 4);
  await makePeriod(farm, { active: true });
  await signInAs(owner.token);
  keepLastFarm(null, farm.farm);
  await renderScreen('stock/ingredients');

  await screen.findByRole('button', { name: silage });
  const shown = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('button')?.textContent);
  expect(shown()).toEqual([meal, silage, hay]);
  expect(screen.queryByRole('columnheader', { name: /Days left/ })).toBeNull();
  expect(screen.getByRole('columnheader', { name: /Runs out on/ })).toBeTruthy();
  expect(document.querySelectorAll('[title*="At the mean use of the last 7 days"]')).toHaveLength(3);

  await user.click(screen.getByLabelText('Farm', { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'All farms' }));
  await waitFor(() => expect(shown()).toEqual([meal, silage, hay, 'Other pulp']));
});
