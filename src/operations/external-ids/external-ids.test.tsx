import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TFunction } from 'i18next';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { throughFile } from '#tests/support/through-file.ts';
import { mappingFile } from './file.ts';
import { KNOWN_LISTS } from './kinds.ts';

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const readGroups = async () => (await owner().get(`manager/groups/?farm=${farm.farm}&ordering=name`)).data;

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

test('an id of another program is added, refused if another row has it, and removed', async () => {
  const [first, second] = await readGroups();
  await owner().put(`manager/groups/${second.id}/`, { external_ids: [{ system: 'herd', id: '2' }] });
  await renderScreen(`companies/${farm.company}/farms/${farm.farm}/keys?view=ids`);
  await user.click(await screen.findByRole('combobox', { name: 'List' }));
  await user.click(await screen.findByRole('option', { name: 'Animal groups' }));
  expect(await screen.findByText('herd: 2')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: `Actions for ${first.name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Program'), 'herd');
  await user.type(dialog.getByLabelText('Id there'), '2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  await user.type(dialog.getByLabelText('Id there'), '1');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('herd: 21')).toBeTruthy();
  expect((await readGroups())[0]).toMatchObject({ name: first.name, external_ids: [{ system: 'herd', id: '21' }] });

  await user.click(await screen.findByRole('button', { name: `Actions for ${first.name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const again = within(await screen.findByRole('dialog'));
  await user.click(again.getByRole('button', { name: 'Remove the id' }));
  await user.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await readGroups())[0].external_ids).toEqual([]));
});

test('the file of a list comes back as it was, and changes the ids of the named programs only', async () => {
  const [first, second] = await readGroups();
  const ids = [
    { system: 'erp', id: '7:1' },
    { system: 'herd', id: 'A' },
  ];
  await owner().put(`manager/groups/${first.id}/`, { external_ids: ids });
  const list = KNOWN_LISTS.find(({ kind }) => kind === 'groups')!;
  const buildFile = (t: TFunction) => mappingFile(t, list, { query: {}, farm: farm.farm, writes: true });
  const before = await readGroups();
  for (const language of ['en', 'uk'] as const) {
    const rows = await throughFile(buildFile, before, language);
    const { data, errors } = await owner().post('manager/groups/import/', { rows, farm: farm.farm });
    expect(errors ?? {}).toEqual({});
    expect(data).toMatchObject({ same: before.length, updated: 0, created: 0 });
  }
  const changed = [
    { ...first, external_ids: [{ system: 'herd', id: 'B' }] },
    { ...second, external_ids: [{ system: 'herd', id: 'A' }] },
  ];
  const rows = await throughFile(buildFile, changed, 'en');
  expect((await owner().post('manager/groups/import/', { rows, farm: farm.farm })).data).toMatchObject({ updated: 2 });
  expect((await readGroups()).map(({ external_ids }: { external_ids: object[] }) => external_ids)).toEqual([
    [ids[0], { system: 'herd', id: 'B' }],
    [{ system: 'herd', id: 'A' }],
  ]);
});
