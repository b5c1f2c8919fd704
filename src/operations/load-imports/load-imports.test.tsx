import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readClock } from '#common/files/loads/rows.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeClient, makeFarm, makeGroup, makeIngredient, makeMixer, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { TestReader } from '#tests/support/file-reader.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let client: TestClient;
let at: TestFarm;
const user = userEvent.setup();

beforeAll(async () => {
  vi.stubGlobal('Worker', TestReader);
  ({ api } = await startBehind());
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stopBehind();
});
beforeEach(async () => {
  client = await makeClient(api);
  at = await makeFarm(client.owner);
  await makeIngredient(client.owner, at, { name: 'Corn silage' });
  await makeIngredient(client.owner, at, { name: 'Soy' });
  await makeGroup(client.owner, at);
  await makeMixer(client.owner, at);
  await signInAs(client.owner.token);
});

const csv = (name: string, lines: readonly string[]) => new File([lines.join('\n')], name, { type: 'text/csv' });
const open = () => renderScreen(`companies/${at.company}/farms/${at.farm}/planning/import`);
async function choose(...files: File[]) {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('no field for files yet');
    return found;
  });
  await user.upload(input, files);
}
const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const feedings = async () => (await client.owner.get(`schedule/schedules/?farm=${at.farm}`)).data;
const readFirstName = async (list: string) => String((await client.owner.get(`manager/${list}/?farm=${at.farm}`)).data[0].name);
const figure = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(`^${name}`) })).getByRole('cell').textContent;

test.each([
  [
    'TMR Tracker',
    'Batch #,Batch Date,Batch Time,Recipe,Mixer Name,Ingredient Name,Call Weight,Actual Wt',
    'Batch #,Batch Date,Batch Time,Recipe,Mixer Name,Pen,Head Count,Call Weight,Actual Wt',
  ],
  [
    'FeedWatch',
    'Load ID,Load Date,Load Time,Recipe Description,Mixer Truck,Feed Ingredient,Target Amount,Actual Amount',
    'Load ID,Load Date,Load Time,Recipe Description,Mixer Truck,Pen ID,Pen Count,Target Amount,Actual Amount',
  ],
  [
    'EZfeed',
    'Feeding Number,Feeding Date,Feeding Time,Diet,Vehicle,Component,Requested Weight,Realized Weight',
    'Feeding Number,Feeding Date,Feeding Time,Diet,Vehicle,Lot,Number of Animals,Requested Weight,Realized Weight',
  ],
])('two files with the headings of %s become finished feedings once', async (program, itemHead, groupHead) => {
  const [mixer, group] = [await readFirstName('mixers'), await readFirstName('groups')];
  const of = `17,${day(3)}`;
  const loaded = csv('loaded.csv', [
    itemHead,
    `${of},6:05 AM,High,${mixer},Corn silage,600,612.5`,
    `${of},6:15 AM,High,${mixer},Soy,400,395`,
    'Total,,,,,,1000,1007.5',
  ]);
  const fed = csv('fed.csv', [groupHead, `${of},6:40 AM,High,${mixer},${group},80,1000,1001`]);
  await open();
  await choose(loaded, fed);
  expect(await figure('New loads')).toBe('1');
  expect(screen.getByText(new RegExp(`Recognised: ${program}`)).textContent).toContain('left out without load, ingredient and group: 1');
  expect(await feedings()).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Write loads: 1' }));
  expect(await screen.findByText('Loads written: 1')).toBeTruthy();
  expect(await feedings()).toMatchObject([
    { status: 'uploaded', ration_name: 'High', weight_fact: 1007.5, weight_unloaded: 1001, groups: [{ heads: 80 }] },
  ]);
  await user.click(screen.getByRole('button', { name: 'Choose other files' }));
  await choose(loaded, fed);
  expect(await figure('Already imported')).toBe('1');
  expect(screen.queryByRole('button', { name: /^Write loads/ })).toBeNull();
});

test('a name that the farm lacks is matched by a click, and its rows are then new loads', async () => {
  const mixer = await readFirstName('mixers');
  await open();
  await choose(
    csv('loads.csv', [
      'Load number,Date and time,Mixer,Ingredient,Actual weight',
      `5,${day(2)} 06:00,${mixer},Maize,500`,
      `6,${day(1)} 06:00,${mixer},Maize,510`,
    ]),
  );
  expect(await figure('Refused rows')).toBe('2');
  expect(within(screen.getByRole('list', { name: 'Refused rows' })).getAllByRole('listitem')[0]?.textContent).toContain('loads.csv, 2');
  await user.click(await screen.findByRole('combobox', { name: 'Ingredient: Maize' }));
  await user.click(await screen.findByRole('option', { name: 'Corn silage' }));
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await user.click(await screen.findByRole('button', { name: 'Write loads: 2' }));
  expect(await screen.findByText('Loads written: 2')).toBeTruthy();
  const rows = await feedings();
  expect(rows.map(({ ration_name, items }: { ration_name: string; items: object[] }) => [ration_name, items])).toMatchObject([
    ['Як завантажено', [{ ingredient_name: 'Corn silage' }]],
    ['Як завантажено', [{ ingredient_name: 'Corn silage' }]],
  ]);
});

test('a load of a mistyped year is listed, and loads are written once a person confirms', async () => {
  const mixer = await readFirstName('mixers');
  const lines = [day(1), '2016-10-10'].map((on, n) => `${n},${on} 06:00,${mixer},Soy,500`);
  await open();
  await choose(csv('loads.csv', ['Load number,Date and time,Mixer,Ingredient,Actual weight', ...lines]));
  expect(await figure('Long before the others')).toBe('1');
  const listed = screen.getByRole('list', { name: 'Long before the others' });
  expect(listed.textContent).toMatch(/loads.csv, 3: 10 Oct 2016, the next load or entry is of/);
  const write = screen.getByRole('button', { name: 'Write loads: 2' });
  expect(write).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'They are right' }));
  await user.click(write);
  expect(await screen.findByText('Loads written: 2')).toBeTruthy();
});

test('a file without loads, and one with two columns for a field, are refused by name', async () => {
  await open();
  await choose(csv('milk.csv', ['Date,Mixer', `${day(1)},M`]));
  expect((await screen.findByRole('alert')).textContent).toContain('No loads were found in milk.csv');
  await choose(csv('double.csv', ['Load number,Batch #,Date,Ingredient,Actual weight', `1,2,${day(1)},Soy,5`]));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('double.csv has two columns for “Load number”: remove one'));
  expect(await feedings()).toEqual([]);
});

test.each([
  ['6:05', '06:05:00'],
  ['06:05:30', '06:05:30'],
  ['12:10 AM', '00:10:00'],
  ['1:10 p.m.', '13:10:00'],
  ['1899-12-30 06:05', '06:05:00'],
  ['25:00', null],
  ['soon', null],
])('the time "%s" of a file is read as %s', (text, expected) => {
  expect(readClock(text)).toBe(expected);
});
