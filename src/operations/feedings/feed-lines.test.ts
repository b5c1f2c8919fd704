import { expect, test } from 'vitest';
import { toCsv } from '#common/files/csv/csv.ts';
import { readFile } from '#common/files/incoming/read.ts';
import { planForLoads } from '#common/files/loads/layouts.ts';
import { readLoadRows } from '#common/files/loads/rows.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { firstConventions } from '#contract/words.ts';
import { everyText } from '#tests/support/through-file.ts';
import { feedLinesInput } from './feed-lines.ts';

const DAY = '2026-03-10';
const waiting = {
  id: 71,
  status: 'waited',
  planned_on: DAY,
  ration_name: 'High; yield',
  mixer_name: 'Mixer',
  items: [
    { ingredient_name: 'Hay', weight_plan: 1250.5 },
    { ingredient_name: '=Meal', weight_plan: 100 },
  ],
  groups: [{ group_name: 'Cows', heads: 100, weight_plan: 1350.5 }],
} as unknown as ScheduleRow;
const done = { ...waiting, id: 72, status: 'uploaded' } as ScheduleRow;

test.each(LANGUAGES)('feed lines in %s are read back as loads of their planned feedings', async (language) => {
  const texts = await everyText();
  const format = createFormatter({ language, ...firstConventions(language), units: 'kg', timezone: 'UTC' });
  const input = feedLinesInput([waiting, done], format, texts[language] as never);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await toCsv(input));
  // The indicator's program fills in the time and the actual weight.
  const [head = '', ...lines] = text.trim().split('\r\n');
  const separator = head.includes(';') ? ';' : ',';
  const filled = lines.map((line, index) => `${line.replace(new RegExp(`${separator}$`), '')}${separator}${1000 + index}`);
  const bytes = new TextEncoder().encode([head, ...filled].join('\r\n'));
  const rows = readLoadRows('lines.csv', await readFile(bytes, planForLoads(texts as never, { language, units: 'kg' })));
  const load = { load: '71', schedule: 71, at: DAY, ration_name: 'High; yield', mixer_name: 'Mixer' };
  expect(rows.items).toEqual([
    { ...load, ingredient_name: 'Hay', target: 1250.5, actual: 1000 },
    { ...load, ingredient_name: '=Meal', target: 100, actual: 1001 },
  ]);
  expect(rows.groups).toEqual([{ ...load, group_name: 'Cows', heads: 100, target: 1350.5, actual: 1002 }]);
});
