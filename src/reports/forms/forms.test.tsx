import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import exceljs from 'exceljs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { TestWorker } from '#tests/support/export-worker.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderReport, unmountReport } from '#tests/support/report-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';

// Forms of Ukrainian bookkeeping.
readIn('uk');

const DAY = '2026-03-20';
const CODES = { debit: '232', credit: '208', supplier: '631', buyer: '901' };

let api: TestApi;
let farm: ReadyFarm;
const owner = () => farm.client.owner;
const saved: Blob[] = [];

async function makeBlank(report_type: string, accounts: object = {}, headings: object = {}): Promise<number> {
  const name = `${report_type} ${Object.keys(accounts).length}`;
  const template = { headings, order: [`ingredient_${farm.meal}`, `ingredient_${farm.hay}`], accounts };
  return (await make(owner(), 'report/additional/', { farm: farm.farm, kind: 'blank', name, report_type, template })).id;
}
const fields = (more: string) => `farm=${farm.farm}&${more}`;
const days = `planned_on_after=${DAY}&planned_on_before=${DAY}&month=2026-03`;

beforeAll(async () => {
  ({ api } = await startBehind());
  api.setNow(`${DAY}T09:00:00Z`);
  farm = await makeReadyFarm(api);
  const { id } = await makeSchedule(farm, DAY);
  const at = (what: string) => `schedule/schedules/${id}/${what}/`;
  await owner().put(at('load'), { status: 'in_process' });
  const items = [
    { ingredient: farm.silage, weight_fact: 3050 },
    { ingredient: farm.hay, weight_fact: 1450 },
    { ingredient: farm.meal, weight_fact: 500 },
  ];
  expect((await owner().put(at('load'), { status: 'loaded', items })).status).toBe(200);
  expect((await owner().put(at('upload'), { status: 'out_process' })).status).toBe(200);
  const groups = [
    { group: farm.cowsGroup, weight_fact: 3900 },
    { group: farm.heifers, weight_fact: 1000 },
  ];
  expect((await owner().put(at('upload'), { status: 'uploaded', groups })).status).toBe(200);
  await moveTo(api, farm, '2026-04-02T09:00:00Z');
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob);
      return 'blob:form';
    },
    revokeObjectURL: () => undefined,
  });
});
afterAll(stopBehind);
afterEach(() => {
  unmountReport();
  queryClient.clear();
  localStorage.clear();
  saved.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function save(label: 'PDF' | 'Excel' | 'CSV'): Promise<Blob> {
  vi.stubGlobal('Worker', TestWorker);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await userEvent.setup().click(await screen.findByRole('button', { name: label }));
  await waitFor(() => expect(saved).toHaveLength(1));
  return saved[0]!;
}
const readSheets = async (blob: Blob) => {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load(await blob.arrayBuffer());
  return workbook.worksheets;
};

test('the screen asks for what each form needs', async () => {
  await signInAs(owner().token);
  const user = userEvent.setup();
  await renderReport('reports/forms');
  const choose = async (form: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Форма' }));
    await user.click(await screen.findByRole('option', { name: form }));
  };
  await user.click(await screen.findByRole('button', { name: 'Скласти' }));
  expect(await screen.findByText('Потрібно вибрати форму')).toBeTruthy();
  await choose('Внутрішня накладна');
  expect(await screen.findByText('Потрібно вибрати бланк')).toBeTruthy();
  // All rations and mixers are chosen by default; a removed choice must be made again.
  expect(screen.queryByText('Потрібно вибрати раціон')).toBeNull();
  const takeBack = async (list: string) => user.type((await screen.findAllByLabelText(list))[0]!, '{Backspace}');
  await takeBack('Раціон');
  expect(await screen.findByText('Потрібно вибрати раціон')).toBeTruthy();
  await takeBack('Міксер');
  expect(await screen.findByText('Потрібно вибрати міксер')).toBeTruthy();
  await choose('Відомість витрати кормів');
  await takeBack('Група');
  expect(await screen.findByText('Потрібно вибрати групи тварин')).toBeTruthy();
  expect(screen.queryByText('Потрібно вибрати міксер')).toBeNull();
});

test('the only template, the last month and all groups are chosen by default', async () => {
  await signInAs(owner().token);
  const only = await make(owner(), 'report/additional/', { farm: farm.farm, kind: 'blank', name: 'Єдиний', report_type: 'form9' });
  await renderReport(`reports/forms?${fields('type=form9')}`);
  await waitFor(() => expect((screen.getByRole('combobox', { name: 'Бланк' }) as HTMLInputElement).value).toBe('Єдиний'));
  expect(screen.getAllByText('Усі').length).toBeGreaterThan(0);
  const now = new Date();
  const last = new Intl.DateTimeFormat('uk', { month: 'long' }).format(new Date(now.getFullYear(), now.getMonth() - 1, 1));
  expect(screen.getByRole('button', { name: 'Місяць' }).textContent).toContain(last);
  await userEvent.click(screen.getByRole('button', { name: 'Скласти' }));
  expect(await screen.findByText('За цей місяць вибраним групам нічого не роздано')).toBeTruthy();
  await owner().delete(`report/additional/${only.id}/`);
});

test('the waybill of a day in its order, with sums in words, and with number and version after the month is closed', async () => {
  await signInAs(owner().token);
  expect((await owner().put(`manager/ingredients/${farm.hay}/`, { item_number: 'С-2' })).status).toBe(200);
  const blank = await makeBlank('form8');
  const address = `reports/additional/form8?${fields(`blank=${blank}&${days}&ration=all&mixer=all`)}`;
  await renderReport(address);
  const shown = async () => screen.findByRole('region', { name: /^Накладна внутрішньогосподарського призначення/ });
  const rows = async () =>
    [...(await shown()).querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent?.replace(/\s/g, ' ')),
    );
  expect((await rows()).map(([position, , item, , ...figures]) => [position, item, ...figures])).toEqual([
    ['1', '', '500', '500', '490', '10', '12,00', '6 000,00'],
    ['2', 'С-2', '1 500', '1 450', '1 421', '29', '4,00', '5 800,00'],
    ['3', '', '3 000', '3 050', '2 989', '61', '2,00', '6 100,00'],
  ]);
  expect(within(await shown()).getByText(/^Усього найменувань: 3 \(три\).*сімнадцять тисяч дев’ятсот гривень 00 копійок/)).toBeTruthy();
  expect((await shown()).textContent).toContain(`Документ №:чернетка 1/1-20-${farm.stock}`);

  const [sheet] = await readSheets(await save('Excel'));
  const cells = sheet!.getSheetValues().flat() as unknown[];
  expect(cells).toContainEqual({ formula: 'ROUND(F12-G12,3)', result: 10 });
  expect(cells).toContainEqual({ formula: 'ROUND(F12*I12,2)', result: 6000 });
  expect(cells).toContainEqual({ formula: 'SUM(J12:J14)', result: 17_900 });

  const close = () => owner().post('manager/months/', { farm: farm.farm, month: '2026-03' });
  const numbered = async (number: string, at = address) => {
    queryClient.clear();
    await renderReport(at);
    await waitFor(async () => expect((await shown()).textContent).toContain(`Документ №:${number}-20-${farm.stock}`));
  };
  expect((await close()).status).toBe(201);
  await numbered('1/1');
  // In a closed month, the paper is printed as issued, even if an item number changed; a part of its lines is an extract.
  expect((await owner().put(`manager/ingredients/${farm.hay}/`, { item_number: 'С-3' })).status).toBe(200);
  await numbered('1/1');
  expect((await rows())[1]?.[2]).toBe('С-2');
  expect((await screen.findByText(/^Надруковано з документа, як його видано: 1\/1, /)).textContent).toMatch(/[0-9a-f]{64}$/);
  await numbered('витяг із 1/1', address.replace('ration=all', `ration=${farm.ration}`));
  expect((await rows())[1]?.[2]).toBe('С-3');

  await owner().post('manager/months/reopen/', { farm: farm.farm, month: '2026-03', reason: 'A late invoice' });
  await numbered('чернетка 1/2');
  expect((await close()).status).toBe(201);
  await numbered('1/2');
  expect((await rows())[1]?.[2]).toBe('С-3');
});

test('the statement of a closed month is a draft until a person issues it, then it has number and version', async () => {
  await signInAs(owner().token);
  const blank = await makeBlank('form9');
  await renderReport(`reports/forms?${fields(`type=form9&blank=${blank}&month=2026-02&group=${farm.heifers}`)}`);
  const user = userEvent.setup();
  const month = await screen.findByRole('button', { name: 'Місяць' });
  expect(month.textContent).toBe('лютий 2026');
  await user.click(month);
  await user.click(await screen.findByRole('button', { name: /^бер/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Місяць' }).textContent).toBe('березень 2026'));
  const [statement] = await screen.findAllByRole('region', { name: /^Відомість витрати кормів/ });
  // The template was created after the month was closed.
  await waitFor(() => expect(statement!.textContent).toContain('Документ №:чернетка 1/2'));
  await user.click(await screen.findByRole('button', { name: 'Видати нову версію' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Причина'), 'Новий бланк');
  await user.click(dialog.getByRole('button', { name: 'Видати нову версію' }));
  await waitFor(() =>
    expect(screen.getAllByRole('region', { name: /^Відомість витрати кормів/ })[0]!.textContent).toContain('Документ №:1/2'),
  );
});

test('a file for accounting: missing codes are listed, then lines, and CSV in Windows-1251', async () => {
  await signInAs(owner().token);
  const lacking = await makeBlank('accounting_movement', { credit: '208' });
  await renderReport(`reports/forms?${fields(`type=accounting_movement&blank=${lacking}&month=2026-03`)}`);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('У бланку бракує рахунків:');
  expect(alert.textContent).toMatch(/Постачальники \(.+\)/);
  expect(alert.textContent).toMatch(/Витрати на тварин \(.+\)/);

  const blank = await makeBlank('accounting_writeoff', CODES, { feed: 'Номенклатура' });
  await make(owner(), 'manager/papers/', { farm: farm.farm, month: '2026-03', blank, reason: 'A new template' });
  await renderReport(`reports/forms?${fields(`type=accounting_writeoff&blank=${blank}&month=2026-03`)}`);
  // Its own total, and the end of the reconciliation with the movement; a hundred kilograms reached no group.
  expect((await screen.findAllByText((text) => text.replace(/\s/g, ' ') === '17 900,00')).length).toBe(2);
  const ties = within(screen.getAllByRole('region', { name: 'Звірка списання з рухом' })[0]!).getAllByRole('row');
  expect(ties.map((row) => row.textContent?.replace(/\s/g, ' '))).toEqual([
    'РядокКількістьСума',
    'Списання: роздано групам4 900,00017 542,00',
    'Завантажено, не роздано100,000358,00',
    'Рух: у міксери5 000,00017 900,00',
  ]);
  const lines = new TextDecoder('windows-1251').decode(await (await save('CSV')).arrayBuffer()).split('\r\n');
  expect(lines[0]).toBe('Дата;Документ;Дебет;Кредит;Номенклатурний №;Номенклатура;Група тварин;Од. вим.;Кількість;Ціна;Сума');
  expect(lines).toHaveLength(11);
  expect(lines.some((line) => line.endsWith(';390;12;4680'))).toBe(true);
  expect(lines[1]).toMatch(/^20\.03\.2026;1\/2;232;208;;.+;кг;[\d,]+;[\d,]+;[\d,]+$/);

  // The workbook's first sheet has only those lines; the reconciliation has its own sheet.
  saved.length = 0;
  const [booked, tied] = await readSheets(await save('Excel'));
  expect([booked!.rowCount, booked!.getCell('A1').value]).toEqual([10, 'Дата']);
  expect(tied!.name).toBe('Звірка списання з рухом');
  expect(tied!.getSheetValues().slice(2)).toEqual([
    [undefined, 'Списання: роздано групам', 4900, 17542],
    [undefined, 'Завантажено, не роздано', 100, 358],
    [undefined, 'Рух: у міксери', 5000, 17900],
  ]);
});

test('the screen shows in other languages that the form is only in Ukrainian', async () => {
  await signInAs(owner().token);
  const { default: i18next } = await import('i18next');
  await renderReport(`reports/additional/accounting_movement?${fields('month=2026-03')}`);
  await screen.findByRole('button', { name: 'Скласти' });
  await i18next.changeLanguage('en');
  expect(await screen.findByText('This form exists in Ukrainian only')).toBeTruthy();
  await renderReport('reports/forms');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('combobox', { name: 'Form' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Internal waybill',
    'Feed expenditure statement',
    'Bonuses',
    'Owners’ statements',
  ]);
  await i18next.changeLanguage('uk');
});
