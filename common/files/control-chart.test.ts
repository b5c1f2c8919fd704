import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { firstConventions } from '#contract/words.ts';
import { testInput } from '#tests/support/export-input.ts';
import { drawPdf, readPdf } from '#tests/support/pdf.ts';
import { controlChartOf, controlRange } from './control-chart.ts';
import { toPdf } from './pdf/pdf.ts';

const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'Europe/Kyiv', currency: 'UAH' });
const column = (key: string, header: string) => ({ key, header, kind: 'percent', unit: '%', deviation: true, decimals: 1 }) as const;
const point = (day: string, bias: number | null, ewma: number | null) => ({ day, bias, ewma, target: 0, lower: -1, upper: 1 });
const series = {
  title: 'Відхилення, Іван',
  x: { key: 'day', kind: 'date', header: 'День' },
  y: [
    column('bias', 'Виміряно'),
    column('ewma', 'Ковзне середнє'),
    column('target', 'Ціль'),
    column('lower', 'Нижня межа'),
    column('upper', 'Верхня межа'),
  ],
  rows: [
    point('2026-03-01', -0.5, 0),
    point('2026-03-02', null, null),
    point('2026-03-03', 3, 1),
    point('2026-03-04', 4, 1.9),
    point('2026-03-05', -9, -1.4),
  ],
} as const;

test('the average is outside if it exceeds a limit, not if it equals one or is unknown', () => {
  const { points, levels, names, unit } = controlChartOf(series, format);
  expect(points.map(({ out }) => out)).toEqual([0, 0, 0, 1, -1]);
  expect(points[1]).toEqual({ name: format.shortDay('2026-03-02'), value: null, ewma: null, upper: 1, target: 0, lower: -1, out: 0 });
  expect(levels).toEqual([
    { key: 'upper', at: 1, text: 'Верхня межа +1,0' },
    { key: 'target', at: 0, text: 'Ціль 0' },
    { key: 'lower', at: -1, text: 'Нижня межа −1,0' },
  ]);
  expect([names, unit]).toEqual([{ value: 'Виміряно', ewma: 'Ковзне середнє' }, '%']);
});

test('the chart is in the user’s unit, from its lowest to its highest value', () => {
  const pounds = createFormatter({ language: 'us', ...firstConventions('us'), timezone: 'UTC', currency: 'USD' });
  const weight = (key: string) => ({ key, header: key, kind: 'weight', unit: 'lb' }) as const;
  const rows = [{ day: '2026-03-01', kg: 100, ewma: 101, upper: 110, target: null, lower: null }];
  const chart = controlChartOf({ ...series, y: ['kg', 'ewma', 'upper', 'target', 'lower'].map(weight), rows }, pounds);
  expect(chart.points[0]!.value).toBeCloseTo(220.462, 3);
  // An unknown limit has no line.
  expect(chart.levels.map(({ key }) => key)).toEqual(['upper']);
  const [low, high] = controlRange(chart);
  expect([low, high].map((at) => Math.round(at))).toEqual([219, 244]);
  expect(controlRange({ points: [] })).toEqual([0, 1]);
  expect(controlRange({ points: [{ ...chart.points[0]!, value: 5, ewma: 5, upper: 5 }] })).toEqual([4.6, 5.4]);
});

test('a PDF has the chart below the rows with named limits and marks what is outside; without room, on a new page', async () => {
  const bytes = await toPdf(testInput(2, 'uk', { controlCharts: [controlChartOf(series, format)] }));
  const pages = await readPdf(bytes);
  expect(pages).toHaveLength(1);
  const text = pages[0]!.text.replace(/[^\S\n]+/gu, ' ');
  expect(text).toMatch(/Разом[\s\S]*Відхилення, Іван, % .*Виміряно .*Ковзне середнє/u);
  for (const words of ['Верхня межа +1,0', 'Ціль 0', 'Нижня межа −1,0']) expect(text).toContain(words);
  // Drawn points are dark pixels under the title.
  const within = { ...series, rows: series.rows.map((row) => ({ ...row, lower: -20, upper: 20 })) };
  const countInk = (picture: string[]) => picture.join('').replaceAll(/[\s.]/g, '').length;
  expect(countInk(drawPdf(bytes))).toBeGreaterThan(countInk(drawPdf(await toPdf(testInput(2, 'uk')))) + 100);
  expect(drawPdf(bytes)).not.toEqual(drawPdf(await toPdf(testInput(2, 'uk', { controlCharts: [controlChartOf(within, format)] }))));
  const long = await readPdf(await toPdf(testInput(40, 'uk', { controlCharts: [controlChartOf(series, format)] })));
  expect(long.at(-1)!.text).toContain('Відхилення, Іван');
  expect(long.at(-1)!.text).toContain('Нижня межа');
});
