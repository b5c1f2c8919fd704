import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';

// In pounds.
readIn('us');

let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const weights = async () =>
  (await owner().get(`manager/weights/?farm=${farm.farm}&ordering=at`)).data.map(
    ({ group, kind, heads, kg, price }: Record<string, unknown>) => [group, kind, heads, kg, price],
  );

beforeAll(async () => {
  const { api } = await startBehind();
  farm = await makeReadyFarm(api);
  await owner().put('auth/me/', { client_conventions: { units: 'lb' } });
  await signInAs(owner().token);
});
afterAll(stopBehind);

test('weighings are entered one after the other, in pounds, and a refused one stays with its reason', async () => {
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/weights?group=${farm.cowsGroup}`);
  const form = within(await screen.findByRole('form', { name: 'New weight' }));
  const type = async (heads: string, total: string) => {
    await user.clear(form.getByLabelText('Head'));
    await user.type(form.getByLabelText('Head'), heads);
    await user.clear(form.getByLabelText('Total weight'));
    await user.type(form.getByLabelText('Total weight'), total);
  };
  await type('40', '26,000');
  expect(form.getByText(/Weight per head: 650/)).toBeTruthy();
  await user.type(form.getByLabelText('Total weight'), '{Enter}');
  await waitFor(async () => expect(await weights()).toEqual([[farm.cowsGroup, 'in', 40, 11_793.402, null]]));
  // The next begins at its heads, of the same pen.
  await waitFor(() => expect((document.activeElement as HTMLElement).dataset.field).toBe('heads'));
  const next = within(await screen.findByRole('form', { name: 'New weight' }));
  await user.click(next.getByText('Out'));
  await user.type(next.getByLabelText('Head'), '41');
  await user.type(next.getByLabelText('Total weight'), '28000{Enter}');
  await next.findByText(/less than or equal to 40/);
  expect(await weights()).toHaveLength(1);
  await user.clear(next.getByLabelText('Head'));
  await user.type(next.getByLabelText('Head'), '20{Enter}');
  await waitFor(async () => expect((await weights())[1]).toEqual([farm.cowsGroup, 'out', 20, 12_700.586, null]));
});
