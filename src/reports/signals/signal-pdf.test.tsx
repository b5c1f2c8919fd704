import { expect, test } from 'vitest';
import { toPdf } from '#common/files/pdf/pdf.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { firstConventions } from '#contract/words.ts';
import { everyLanguage } from '#src/core/i18n/i18n.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { startTexts } from '#tests/support/screen-language.ts';
import { controlSeries } from './control-series.ts';
import type { Signal } from './signal.ts';
import { signalInput } from './signal-pdf.ts';

const format = createFormatter({ language: 'en', ...firstConventions('en'), timezone: 'Europe/Kyiv', currency: 'EUR' });
const signal = {
  id: 7,
  farm: 1,
  farm_name: 'Hill Farm',
  rule: 'loading_bias',
  subject_kind: 'operator',
  subject: 3,
  subject_name: 'Ann',
  ingredient: 5,
  ingredient_name: 'Hay',
  value: 2.64,
  limit: 1.8,
  target: 0.2,
  kg: 184.5,
  money: 1260.75,
  since: '2026-03-02',
  last_seen: '2026-03-03',
  over: false,
  found_at: '2026-03-02T05:00:00Z',
  state: 'explained',
  note: 'New bale',
  author: 'Bob',
  changed_at: '2026-03-03T05:00:00Z',
  version: 2,
} satisfies Signal;
const point = (day: string, value: number, ewma: number | null) => ({ day, value, ewma, target: 0.2, low: -1.4, high: 1.8 });
const chart = {
  rule: signal.rule,
  since: signal.since,
  last_seen: signal.last_seen,
  lambda: 0.2,
  width: 3.5,
  points: [
    { ...point('2026-03-01', 1, null), target: null, low: null, high: null },
    point('2026-03-02', 9, 1.96),
    point('2026-03-03', 5.4, 2.64),
  ],
};

test('a signal on paper has its facts, its notes, all values and its chart', async () => {
  await startTexts();
  const { en: t } = await everyLanguage(['core', 'pages', 'reports']);
  const series = controlSeries(signal, chart, t, format);
  const pages = await readPdf(await toPdf(signalInput({ signal, series, client: 'Valley' }, format, t)));
  const text = pages
    .map((page) => page.text)
    .join('\n')
    .replace(/[^\S\n]+/gu, ' ');
  expect(text).toMatch(/^Loading bias: Ann, Hay\n/);
  for (const line of [
    'Client Valley',
    'Farm Hill Farm',
    'Value +2.6%',
    'Limit +1.8%',
    'Weight 184.5 kg',
    'Money €1,260.75',
    'State Explained: New bale',
  ])
    expect(text).toContain(line);
  // There are no limits before the first value that can be judged.
  expect(text).toMatch(/1 Mar 2026 \+1\.0 – – – – –/);
  expect(text).toMatch(/3 Mar 2026 \+5\.4 \+2\.6 \+0\.2 −1\.4 \+1\.8 above/);
  expect(text).toMatch(/Loading bias: Ann, Hay, % .*Measured .*Moving average/);
  expect(text).toContain('Upper limit +1.8');
  // No column has a total.
  expect(text).not.toContain('Total');
});
