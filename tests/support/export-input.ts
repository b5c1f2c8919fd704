import type { ExportInput } from '#common/files/input.ts';
import type { Language } from '#contract/kinds.ts';
import type { Row } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';

/** A feeding plan of `count` rows. */
export function testInput(count: number, language: Language = 'uk', more: Partial<ExportInput> = {}): ExportInput {
  const rows: Row[] = Array.from({ length: count }, (_, i) => ({
    day: `2026-03-${String((i % 28) + 1).padStart(2, '0')}`,
    ration: `Дійні корови, ґанок № ${i % 7}`,
    at: `2026-03-${String((i % 28) + 1).padStart(2, '0')}T04:${String(i % 60).padStart(2, '0')}:00Z`,
    start: '13:05',
    status: 'loaded',
    heads: 40 + (i % 5),
    plan: 1000 + (i % 500) * 1.25,
    fact: 1001 + (i % 500) * 1.25,
    deviation: i % 2 ? 1 : -1.5,
    percent: 98.765,
    seconds: 90 + i,
    cost: 12.34 * (i + 1),
  }));
  const sum = (key: string) => rows.reduce((total, row) => total + Number(row[key]), 0);
  return {
    title: 'План годівлі',
    lines: [
      { label: 'Клієнт', value: 'ТОВ «Зелений гай»' },
      { label: 'Ферма', value: 'Їжакове' },
      { label: 'Період', value: '01.03.2026 – 31.03.2026' },
    ],
    columns: [
      { key: 'day', header: 'День', kind: 'date' },
      { key: 'ration', header: 'Раціон', kind: 'text' },
      { key: 'at', header: 'Записано', kind: 'datetime' },
      { key: 'start', header: 'Початок', kind: 'time' },
      { key: 'status', header: 'Стан', kind: 'status' },
      { key: 'heads', header: 'Голів', kind: 'count', total: 'sum' },
      { key: 'plan', header: 'План', heading: 'Вага', unit: 'кг', kind: 'weight', total: 'sum' },
      { key: 'fact', header: 'Факт', heading: 'Вага', unit: 'кг', kind: 'weight', total: 'sum' },
      { key: 'deviation', header: 'Відхилення', heading: 'Вага', unit: 'кг', kind: 'weight', total: 'sum', deviation: true },
      { key: 'percent', header: 'Точність', unit: '%', kind: 'percent', total: 'formula' },
      { key: 'seconds', header: 'Тривалість', unit: 'хв', kind: 'duration' },
      { key: 'cost', header: 'Вартість', unit: '₴', kind: 'money', total: 'sum' },
    ],
    rows,
    totals: { heads: sum('heads'), plan: sum('plan'), fact: sum('fact'), deviation: sum('deviation'), percent: 98.7, cost: sum('cost') },
    language,
    ...firstConventions(language),
    timezone: 'Europe/Kyiv',
    currency: 'UAH',
    labels: { total: 'Разом', page: 'Сторінка {{page}} з {{pages}}', status: { loaded: 'Завантажено' } },
    notes: ['Не враховано: 2 завантаження, 1 200 кг'],
    ...more,
  };
}
