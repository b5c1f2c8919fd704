import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

const PATH = 'manager/bonusrules/';
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const rules = async () => (await owner().get(PATH)).data;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const type = async (field: HTMLElement, text: string) => {
  await user.clear(field);
  await user.type(field, text);
};

beforeAll(async () => {
  const { api } = await startBehind();
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterAll(stopBehind);

test('a rule is listed next to the form templates, entered step by step, refused at its step, changed and deleted', async () => {
  await renderScreen('settings/blanks');
  await user.click(await screen.findByRole('link', { name: 'Bonus rules for careful loading' }));
  await press('New bonus rule');
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Rule'), 'Accuracy');
  await user.type(dialog.getByLabelText('Monthly base', { exact: false }), '1500.50');
  await type(dialog.getByLabelText('From', { exact: false }), '101');
  await type(dialog.getByLabelText('Factor', { exact: false }), '1.25');
  await press('Add a step');
  const [, second] = dialog.getAllByLabelText('Measure', { selector: 'input' });
  await user.click(second!);
  await user.click(await screen.findByRole('option', { name: 'Lateness' }));
  await type(dialog.getAllByLabelText('From', { exact: false })[1]!, '7.5');
  await type(dialog.getAllByLabelText('Factor', { exact: false })[1]!, '0.9');
  await press('Save');
  await waitFor(() => expect(dialog.getAllByLabelText('From', { exact: false })[0]!.getAttribute('aria-invalid')).toBe('true'));
  expect(await rules()).toEqual([]);
  await type(dialog.getAllByLabelText('From', { exact: false })[0]!, '80');
  await press('Save');
  await closed();
  expect(await rules()).toMatchObject([
    {
      farm: farm.farm,
      name: 'Accuracy',
      base: 1500.5,
      steps: [
        { measure: 'bullseye', from: 80, factor: 1.25 },
        // Typed in minutes.
        { measure: 'punctuality', from: 450, factor: 0.9 },
      ],
    },
  ]);
  const row = (await screen.findAllByRole('row', { name: /Accuracy/ }))[0]!;
  expect(row.textContent?.replace(/\s/gu, ' ')).toContain('Within 2% ≥ 80%: × 1.25; Lateness ≥ 7.5 min');

  await press('Actions for Accuracy');
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await press('Remove step 2');
  await type(await screen.findByLabelText('Monthly base', { exact: false }), '1600');
  await press('Save');
  await closed();
  expect(await rules()).toMatchObject([{ base: 1600, steps: [{ measure: 'bullseye' }], version: 2 }]);

  await press('Actions for Accuracy');
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await closed();
  await expect.poll(rules).toEqual([]);
  expect(await screen.findByText('No bonus rules yet')).toBeTruthy();
});
