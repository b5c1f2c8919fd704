import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { toasts } from '#src/core/ui/toast.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, type TestClient } from '#tests/support/factories.ts';
import { chooseFiles, TestReader } from '#tests/support/file-reader.ts';
import { INCOMING_NOW, type IncomingFarm, makeIncomingFarm } from '#tests/support/incoming-farm.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';

type Row = Record<string, unknown>;

let api: TestApi;
let client: TestClient;
let at: IncomingFarm;
const user = userEvent.setup();
const words = JSON.parse(readFileSync('locales/uk/import.json', 'utf8'));
const label = JSON.parse(readFileSync('locales/uk/core.json', 'utf8')).import.label;
beforeAll(async () => {
  readIn('uk');
  vi.stubGlobal('Worker', TestReader);
  ({ api } = await startBehind());
  api.setNow(INCOMING_NOW);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stopBehind();
});
beforeEach(async () => {
  at = await makeIncomingFarm(api);
  ({ client } = at);
  await signInAs(client.owner.token);
});
afterEach(() => {
  queryClient.clear();
  toasts.set([]);
});

const farmPath = (path: string) => `companies/${at.company}/farms/${at.farm}/${path}`;
/** The lists of the cases: their screen, the list's entry in the menu of files, and the stored rows. */
const LISTS = {
  deliveries: {
    screen: () => 'stock/deliveries',
    path: 'manager/deliveries',
    toStored: ({ value, price, delivered_at }: Row) => `${String(delivered_at).slice(0, 16)} ${value} × ${price}`,
  },
  ingredients: {
    screen: () => 'stock/ingredients',
    path: 'manager/ingredients',
    toStored: ({ name, price, dry_matter }: Row) => `${name} ${price} ${dry_matter}`,
  },
  rations: { screen: () => farmPath('rations'), path: 'manager/rations', toStored: ({ name }: Row) => String(name) },
  milk: {
    screen: () => farmPath(`milk?month=2026-11&of=${at.group}`),
    path: 'manager/milk',
    entry: 0,
    toStored: ({ day, kg }: Row) => `${day} ${kg}`,
  },
  heads: { screen: () => farmPath('animal-groups'), path: 'manager/groups/heads', entry: 1, toStored: ({ heads }: Row) => String(heads) },
} as const;
type List = keyof typeof LISTS;

async function readStored(list: List): Promise<string[]> {
  const { path, toStored } = LISTS[list];
  return (await client.owner.get(`${path}/?page_size=100`)).data.map(toStored).toSorted();
}

async function chooseCase(list: List, file: string): Promise<void> {
  const { screen: toAddress, ...more } = LISTS[list];
  await renderScreen(toAddress());
  await user.click(await screen.findByRole('button', { name: label }));
  if ('entry' in more) await user.click((await screen.findAllByRole('menuitem'))[more.entry]!);
  await screen.findByRole('dialog');
  await chooseFiles(new File([readFileSync(`tests/incoming/${file}`)], file));
}
const inDialog = () => within(screen.getByRole('dialog'));
const findWrite = async () => within(await screen.findByRole('dialog')).findByRole('button', { name: /^Імпортувати \d/ });

/** Stored rows after the import, and a text of the preview. */
const TAKEN: [file: string, list: List, stored: string[], says?: RegExp][] = [
  ['01-unit-in-its-own-column.csv', 'deliveries', ['2026-11-20T06:00 12400 × 7.6', '2026-11-21T06:00 800 × 7.6']],
  ['04-unit-in-number-format.xlsx', 'deliveries', ['2026-11-20T06:00 12400 × 7.6']],
  [
    '05-sheet-per-week.xlsx',
    'deliveries',
    ['2026-11-03T06:00 9800 × 8.1', '2026-11-10T06:00 9800 × 8.1', '2026-11-17T06:00 9800 × 8.1'],
    /1 тиждень, 2 тиждень, 3 тиждень/,
  ],
  ['07-date-and-time-apart.xlsx', 'deliveries', ['2026-11-20T07:00 9800 × 8.1']],
  ['09-iso-date-cell.xlsx', 'deliveries', ['2026-11-20T06:00 9800 × 8.1']],
  ['10-hidden-rows-and-column.xlsx', 'deliveries', ['2026-11-20T06:00 9800 × 8.1', '2026-11-20T06:03 9803 × 8.1'], /приховані рядки: 3, 4/],
  ['12-gross-and-net.csv', 'deliveries', ['2026-11-20T06:00 9800 × 8.1']],
  [
    '14-dots-part-thousands.csv',
    'deliveries',
    ['2026-11-20T06:00 9800 × 8.1', '2026-11-20T07:00 12450.5 × 8.1', '2026-11-20T08:00 10200 × 8.1'],
  ],
  [
    '15-days-first-english-headings.csv',
    'deliveries',
    ['2026-11-05T06:00 9800 × 8.1', '2026-11-06T06:00 9700 × 8.1'],
    /05\/11\/2026 08:00 прочитано як 5 листопада/,
  ],
  [
    '16-dates-of-other-programs.csv',
    'deliveries',
    [
      '2026-11-20T06:00 9800 × 8.1',
      expect.stringMatching(/^2026-11-2[01]T\d\d:00 9801 × 8.1$/),
      expect.stringMatching(/^2026-11-2[12]T\d\d:00 9802 × 8.1$/),
      expect.stringMatching(/^2026-11-2[23]T\d\d:00 9803 × 8.1$/),
    ],
  ],
  [
    '17-total-and-signature-lines.csv',
    'deliveries',
    ['2026-11-20T06:00 9800 × 8.1', '2026-11-20T07:00 4500 × 3.9'],
    /підсумки: 6.*підписи: 8, 9/,
  ],
  ['18-star-in-headings.csv', 'deliveries', ['2026-11-20T06:00 9800 × 8.1']],
  ['21-prefixed-xml.xlsx', 'deliveries', ['2026-11-20T06:00 9800 × 8.1']],
  ['22-dos-letters.csv', 'deliveries', [expect.stringContaining('9800 × 8.1')]],
];

test.each(TAKEN)('the file %s of %s is imported with its right values', async (file, list, stored, says = /./) => {
  await chooseCase(list, file);
  const write = await findWrite();
  expect(screen.getByRole('dialog').textContent).toMatch(says);
  expect(write).toHaveProperty('disabled', false);
  await user.click(write);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readStored(list)).toEqual(stored);
});

test('the empty humidity of 25-empty-humidity.csv leaves the dry matter of the file', async () => {
  await chooseCase('ingredients', '25-empty-humidity.csv');
  await user.click(await findWrite());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readStored('ingredients')).toContain('Силос кукурудзяний 1.2 34');
});

test.each([
  ['02-tonnes-and-price-in-money.csv', 'deliveries', 'price_unit'],
  ['03-price-in-dollars.csv', 'deliveries', 'other_currency'],
  ['06-quote-left-open.csv', 'deliveries', 'unclosed_quote'],
  ['11-merged-weight.xlsx', 'deliveries', 'merged_amount'],
  ['19-password.xlsx', 'deliveries', 'password'],
  ['20-web-table.xls', 'deliveries', 'web_table'],
  ['28-ration-per-head.csv', 'rations', 'missing_column'],
] as const)('the file %s of %s is refused with the reason %s', async (file, list, reason) => {
  const before = await readStored(list);
  await chooseCase(list, file);
  const [start = ''] = words.problem[reason].split('{{');
  expect((await inDialog().findByRole('alert')).textContent).toContain(start);
  expect(screen.queryByRole('button', { name: /^Імпортувати \d/ })).toBeNull();
  expect(await readStored(list)).toEqual(before);
});

test.each([
  ['13-amount-disagrees.csv', 'deliveries', /Сума у файлі — 9.424/],
  ['24-dry-matter-as-fraction.csv', 'ingredients', /зазвичай близько 36/],
  ['27-list-price-of-a-tonne.csv', 'ingredients', /зазвичай близько 8,1/],
  ['29-milk-in-tonnes.csv', 'milk', /зазвичай близько 4.555/],
  ['32-heads-hundredfold.csv', 'heads', /зазвичай близько 122/],
] as const)('the file %s of %s is unusual and waits for a confirmation', async (file, list, says) => {
  const before = await readStored(list);
  await chooseCase(list, file);
  expect(await findWrite()).toHaveProperty('disabled', true);
  expect(screen.getByRole('dialog').textContent).toMatch(says);
  await user.click(inDialog().getByRole('checkbox', { name: words.unusual.confirm }));
  expect(await findWrite()).toHaveProperty('disabled', false);
  expect(await readStored(list)).toEqual(before);
});

test.each([
  ['08-dates-as-numbers.xlsx', 'deliveries', 5, /05.11.2026|«2026»|5\.11/],
  ['23-lookalike-names.csv', 'ingredients', 3, /Такий самий запис уже є в рядку 2/],
  ['26-dry-matter-and-humidity-disagree.csv', 'ingredients', 1, /./],
  ['31-two-milkings-a-day.csv', 'milk', 1, /Такий самий запис уже є в рядку 2/],
] as const)('the wrong rows of the file %s of %s are counted and nothing is written: %i', async (file, list, wrong, says) => {
  const before = await readStored(list);
  await chooseCase(list, file);
  expect((await inDialog().findByRole('alert')).textContent).toMatch(new RegExp(`^${wrong} `));
  expect(screen.getByRole('dialog').textContent).toMatch(says);
  expect(await readStored(list)).toEqual(before);
});

test('the gap of 30-milk-paste-with-a-gap.txt keeps each amount on its day', async () => {
  await renderScreen(LISTS.milk.screen());
  const field = await screen.findByRole('textbox', { name: 'Надій, 10.11.2026' });
  fireEvent.paste(field, { clipboardData: { getData: () => readFileSync('tests/incoming/30-milk-paste-with-a-gap.txt', 'utf8') } });
  await user.click(await findWrite());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readStored('milk')).toEqual([
    ...['2026-11-08 4555', '2026-11-09 4555', '2026-11-10 4100', '2026-11-11 4200'],
    ...['2026-11-13 4400', '2026-11-14 4500'],
  ]);
});

test('the misspelt field of 33-misspelt-field.json is refused with the nearest field', async () => {
  const { dry_run, rows } = JSON.parse(readFileSync('tests/incoming/33-misspelt-field.json', 'utf8'));
  const { status, errors } = await client.owner.post('manager/ingredients/import/', { farm: at.farm, dry_run, rows });
  expect([status, errors]).toMatchObject([400, { 'rows.0.dry_mater': [{ code: 'unknown_field', values: ['dry_matter'] }] }]);
});

test('the delivery of 34-entry-before-a-closed-month.json is refused, and the closed month keeps its opening stock', async () => {
  const body = JSON.parse(readFileSync('tests/incoming/34-entry-before-a-closed-month.json', 'utf8'));
  const { owner } = client;
  const ingredient = (await owner.get('manager/ingredients/?search=Ячмінь')).data[0].id;
  await make(owner, 'manager/months/', { farm: at.farm, month: '2026-09' });
  const { status, errors } = await owner.post('manager/deliveries/', { ...body, farm: at.farm, ingredient });
  expect([status, Object.keys(errors), errors.delivered_at?.[0]?.code]).toEqual([409, ['delivered_at'], 'month_closed']);
});
