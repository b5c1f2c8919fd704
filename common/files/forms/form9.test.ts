import { expect, it } from 'vitest';
import { statementXlsx } from '#common/files/statements/statement-xlsx.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { BlankTemplate } from '#contract/operations/blanks.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { screenTexts } from '#tests/support/golden.ts';
import { readWorkbook, recalculate } from '#tests/support/workbook.ts';
import type { FormSource } from './form.ts';
import { form9Statements } from './form9.ts';

const NAMES = { group_id: 4, group: 'Сухостій' };
const data = {
  rows: [{ id: '4_2026-10-01', ...NAMES, day: '2026-10-01', heads: 10, ingredient_7: 120.5 }],
  series: [
    { key: 'by_group', rows: [{ ...NAMES, animal_type_id: 5, price_given: 2 }] },
    { key: 'by_feed', rows: [{ ...NAMES, ingredient_id: 7, feed: 'Сіно', item: '', norm: 12, cost_printed: 241, price_given: 2 }] },
  ],
  filters: { planned_on_after: '2026-10-01', planned_on_before: '2026-10-31' },
  // By UTC it is still October.
  generated_at: '2026-10-31T23:30:00Z',
  timezone: 'Europe/Kyiv',
  currency: 'UAH',
} as unknown as ReportData;

async function statementBy(template: Partial<BlankTemplate>) {
  const t = await screenTexts('uk');
  const source: FormSource = {
    data,
    blank: { header: {}, template: { headings: {}, order: [], accounts: {}, ...template } },
    farm: { name: 'Ферма', company_name: 'ТОВ' } as FarmCard,
    numberOf: () => '1/1',
    t,
    format: createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: data.timezone, currency: 'UAH' }),
  };
  const input = form9Statements(source);
  const [statement] = input.statements;
  return { input, lines: statement!.lines.slice(6).map(({ label, value }) => `${label}: ${value}`), columns: statement!.columns };
}

it('shows nothing besides unless the blank asks for it', async () => {
  const { lines, columns } = await statementBy({ worker: 'Іван', accounts: { debit: '232' } });
  expect(lines).toEqual([]);
  expect(columns.map(({ key }) => key)).toEqual(['day', 'heads', 'ingredient_7', 'total']);
});

it('shows date of issue, unit, account, worker in charge and a signature for each day if the blank asks for them', async () => {
  const extras = ['made_on', 'unit', 'day_signature', 'account', 'worker'] as const;
  const { input, lines, columns } = await statementBy({
    extras: [...extras],
    worker: 'Іван Вигаданий',
    accounts: { debit: '232', animal_type_5: '231' },
  });
  expect(lines).toEqual([
    'Дата складання: 01.11.2026',
    'Одиниця виміру: кг',
    'Рахунок: 231',
    'Працівник, за яким закріплено тварин: Іван Вигаданий',
  ]);
  expect(columns.at(-1)).toMatchObject({ key: 'signature', header: 'Підпис' });
  const [sheet] = await readWorkbook(await statementXlsx(input));
  for (const { written, found } of recalculate(sheet!)) expect(found).toBeCloseTo(written, 6);
});

it('prints the common account of a group whose animal type has none, and leaves room for a pen if there is none at all', async () => {
  const extras = ['account', 'worker'] as const;
  expect((await statementBy({ extras: [...extras], accounts: { debit: '232' } })).lines[0]).toBe('Рахунок: 232');
  expect((await statementBy({ extras: [...extras] })).lines).toEqual(['Рахунок: ', 'Працівник, за яким закріплено тварин: ']);
});
