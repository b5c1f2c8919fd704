import { sumOf } from '#common/files/figures.ts';
import type { Statement, StatementColumn, StatementInput } from '#common/files/statements/statement.ts';
import { sumFormula } from '#common/files/statements/statement-formulas.ts';
import { round } from '#common/format/decimal.ts';
import type { Language } from '#contract/kinds.ts';
import type { Row } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';

/** A statement of `days` days and `feeds` feeds. */
export function testStatement(days: number, feeds: number, language: Language = 'uk'): StatementInput {
  const keys = Array.from({ length: feeds }, (_, i) => `ingredient_${i + 1}`);
  const rows: Row[] = Array.from({ length: days }, (_, day) => {
    const cells = Object.fromEntries(keys.map((key, i) => [key, 1000.25 + day * 10 + i]));
    return {
      id: String(day),
      day: `2026-03-${String(day + 1).padStart(2, '0')}`,
      heads: 120,
      ...cells,
      total: sumOf(Object.values(cells)),
    };
  });
  const whole = Object.fromEntries([...keys, 'total'].map((key) => [key, Number(sumOf(rows.map((row) => row[key] ?? null)))]));
  const of = (value: (kg: number) => number) => Object.fromEntries(Object.entries(whole).map(([key, kg]) => [key, value(kg)]));
  const sums = (of: readonly string[]) => Object.fromEntries(of.map((key) => [key, sumFormula(key)]));
  const statement: Statement = {
    name: 'Дійні корови, ґанок № 1',
    title: 'Відомість витрати кормів',
    style: 'у формі ВЗСГ-9',
    lines: [
      { label: 'Підприємство', value: 'ТОВ «Зелений гай»' },
      { label: 'Документ №', value: '' },
      { label: 'Код ЄДРПОУ', value: '12345678' },
      { label: 'Місяць', value: '01.03.2026 – 31.03.2026' },
      { label: 'Структурний підрозділ', value: 'Їжакове' },
      { label: 'Група тварин', value: 'Дійні корови, ґанок № 1' },
    ],
    columns: [
      { key: 'day', header: 'Дата', kind: 'date', leading: true },
      { key: 'heads', header: 'Голів', kind: 'count', leading: true },
      ...keys.map((key, i): StatementColumn => ({ key, header: `Силос кукурудзяний ${i + 1}`, kind: 'weight' })),
      { key: 'total', header: 'Разом за день', kind: 'weight', formula: `SUM({${keys[0]}}:{${keys.at(-1)}})` },
    ],
    above: [{ key: 'norm', label: 'Норма на голову', cells: of(() => 8.5) }],
    rows,
    below: [
      { key: 'whole', label: 'Разом', cells: whole, formulas: sums([...keys, 'total']) },
      { key: 'feed_days', label: 'Кормо-дні', cells: { heads: days * 120 }, formulas: sums(['heads']) },
      { key: 'price', label: 'Ціна за кг', kind: 'price', cells: of(() => 3.21) },
      { key: 'sum', label: 'Сума', kind: 'money', cells: of((kg) => round(kg * 3.21, 2)) },
      { key: 'average', label: 'У середньому на голову', cells: of((kg) => round(kg / (days * 120), 2)) },
    ],
    signatures: [
      { role: 'Керівник структурного підрозділу', name: 'Вигадана О. П.' },
      { role: 'Завідувач ферми', name: "О'Ніл Ґ. Є." },
      { role: 'Головний зоотехнік', name: '' },
      { role: 'Бухгалтер', name: 'Їжак Є. І.' },
    ],
  };
  return {
    title: statement.title,
    statements: [statement],
    language,
    ...firstConventions(language),
    timezone: 'Europe/Kyiv',
    currency: 'UAH',
    labels: { page: 'Сторінка {{page}} з {{pages}}', signature: 'підпис' },
  };
}
