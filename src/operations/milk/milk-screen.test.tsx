import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let farm: ReadyFarm;
const user = userEvent.setup();
/** A month that is over in every time zone. */
const month = addDays(`${todayIn('Europe/Kyiv').slice(0, 7)}-01`, -1).slice(0, 7);
const owner = () => farm.client.owner;
const milk = async () =>
  (await owner().get(`manager/milk/?farm=${farm.farm}&ordering=day`)).data.map(
    ({ group, day, kg, fat, protein }: Record<string, unknown>) => [group, day, kg, fat, protein],
  );

beforeAll(async () => {
  const { api } = await startBehind();
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterAll(stopBehind);

test('a month of milk is typed and pasted, and priced', async () => {
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/milk?month=${month}&of=${farm.cowsGroup}`);
  const fields = async (name: RegExp) => screen.findAllByRole('textbox', { name });
  const [first, second] = await fields(/^Milk, /);
  const [fat] = await fields(/^Fat, /);
  const [protein] = await fields(/^Protein, /);
  await user.type(first!, '2750.5{Enter}');
  expect(document.activeElement).toBe(second);
  // Nothing is saved before all three values are known.
  expect(await milk()).toEqual([]);
  await user.type(fat!, '3.95');
  await user.type(protein!, '3.3{Tab}');
  await waitFor(async () => expect(await milk()).toEqual([[farm.cowsGroup, `${month}-01`, 2750.5, 3.95, 3.3]]));
  // Fat and protein of the previous day are proposed.
  await user.type(second!, '2800{Enter}');
  await waitFor(async () => expect((await milk())[1]).toEqual([farm.cowsGroup, `${month}-02`, 2800, 3.95, 3.3]));

  fireEvent.paste((await fields(/^Milk, /))[1]!, { clipboardData: { getData: () => '2810\t4.1\t3.4\n2820\n\n2830\n' } });
  // A paste is shown before it is written, as a file is.
  await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Import 3 rows' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () =>
    expect((await milk()).slice(1)).toEqual([
      [farm.cowsGroup, `${month}-02`, 2810, 4.1, 3.4],
      [farm.cowsGroup, `${month}-03`, 2820, 4.1, 3.4],
      [farm.cowsGroup, `${month}-05`, 2830, 4.1, 3.4],
    ]),
  );
  fireEvent.paste((await fields(/^Milk, /))[5]!, { clipboardData: { getData: () => '999999\t4\t3\n1\t4\t3' } });
  const refused = within(await screen.findByRole('dialog'));
  expect((await refused.findByRole('alert')).textContent).toMatch(/1 row has mistakes/);
  await user.click(refused.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await milk()).toHaveLength(4);

  await user.click(screen.getByRole('button', { name: 'New price' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Base price'), '15.2');
  await user.click(dialog.getByRole('button', { name: /^(Save|Create|Add)$/ }));
  await waitFor(async () =>
    expect((await owner().get(`manager/milkprices/?farm=${farm.farm}`)).data).toMatchObject([{ from: `${month}-01`, base: 15.2 }]),
  );
  expect((await screen.findAllByText('15.2000')).length).toBeGreaterThan(4);
});
