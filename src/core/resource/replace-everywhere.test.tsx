import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeMixer } from '#tests/support/factories.ts';
import { makePeriod, makeReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: Awaited<ReturnType<typeof startBehind>>['api'];
beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);

test('a row in use is replaced by a chosen one, after a preview of changes or refusals', async () => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const old = (await owner.get(`manager/mixers/${farm.mixer}/`)).data;
  const small = (await owner.get(`manager/mixers/${(await makeMixer(owner, farm, { max_weight: 100 })).id}/`)).data;
  const big = (await owner.get(`manager/mixers/${(await makeMixer(owner, farm)).id}/`)).data;
  const period = await makePeriod(farm, { name: 'Morning', active: true });
  await signInAs(owner.token);
  await renderScreen('settings/mixers');
  const user = userEvent.setup();
  const [row] = await screen.findAllByRole('row', { name: new RegExp(old.name) });
  await user.click(within(row!).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Replace everywhere with …' }));

  const choose = async (name: string) => {
    const by = await screen.findByRole('combobox', { name: 'Replace with' });
    await waitFor(() => expect((by as HTMLInputElement).disabled).toBe(false));
    await user.clear(by);
    await user.type(by, `${name}{Enter}`);
  };
  await choose(small.name);
  const dialog = await screen.findByRole('alertdialog');
  await waitFor(() => expect(dialog.textContent).toContain('Morning: The feeding weight'));
  const replaceIt = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Replace and delete' });
  expect(replaceIt().disabled).toBe(true);

  await choose(big.name);
  const counts = await within(dialog).findByRole('table');
  expect(
    within(counts)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['What changesHow many', 'Period1', 'Feeding8']);
  await user.click(replaceIt());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect((await owner.get(`manager/loadings/${period.id}/`)).data.jobs[0].mixer).toBe(big.id);
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(old.name) })).toBeNull());
});
