import fc from 'fast-check';
import type { TFunction } from 'i18next';
import { expect } from 'vitest';
import { chooseCauses, describeWaterfall } from '#common/files/waterfall-sentence.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import { addDays } from '#contract/days.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import { allReports } from '#contract/reports/index.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { screenTexts } from '#tests/support/golden.ts';
import { throwMilk } from '#tests/support/reports/milk.ts';
import { test } from '#tests/support/reports/test.ts';
import { FROM, range, reportOf } from '#tests/support/reports/world.ts';

/** Reports with own causes whose rows are the causes, and the column of their effects. */
const EFFECTS = { cost_change: 'cost_effect', iofc_change: 'iofc_effect' } as const;
const WEEKS = countRuns(200);

/** A text without the characters that only place its figures: spaces, the joiner after a sign, and the currency. */
const bare = (text: string, format: Formatter) => text.replaceAll(/[\s\u00a0\u202f\u2060]/g, '').replaceAll(findCurrency(format), '');
const findCurrency = (format: Formatter) => format.money(0).replaceAll(/[\d.,\s\u00a0\u202f]/g, '');

/** The figures of a sentence that no cell of the table shows; null without a sentence. */
function findForeignFigures(data: ReportData, key: string, t: TFunction, format: Formatter): string | null {
  const { series, rows, totals } = withTexts(data, t, format.units);
  const drawn = series.find(({ type }) => type === 'waterfall')!;
  const sentence = describeWaterfall(drawn, '', t, format);
  if (sentence === null) return null;
  const named = chooseCauses(
    drawn.rows.filter(({ standing }) => !standing),
    key,
  );
  const cells = [totals, ...rows.filter(({ cause }) => named.some((row) => row.cause === cause))].map((row) =>
    bare(format.money(row[key] ?? null, { plus: true }), format),
  );
  return cells.toSorted((a, b) => b.length - a.length).reduce((rest, cell) => rest.replace(cell, ''), bare(sentence, format));
}

test('each report with a sentence has a waterfall of its own or names a report that has one', () => {
  for (const { id, causes } of allReports) {
    if (causes === undefined) continue;
    const source = allReports.find((report) => report.id === causes);
    expect([id, source?.causes]).toEqual([id, causes]);
  }
  expect(allReports.filter(({ causes }) => causes).map(({ id }) => id)).toEqual(['dashboard', 'cost_change', 'iofc_change', 'budget']);
});

test('each figure of a sentence equals its cell over random weeks in each language', async ({ world }) => {
  await throwMilk(world);
  const { timezone, currency } = await reportOf(world.client.owner, `cost_change/make/?farm=${world.kyiv.id}&${range}`);
  const readers = await Promise.all(
    LANGUAGES.map(async (language) => ({
      language,
      t: await screenTexts(language),
      format: createFormatter({ language, ...firstConventions(language), timezone, currency }),
    })),
  );
  const weeks = fc.sample(
    fc.record({ report: fc.constantFrom('cost_change', 'iofc_change'), day: fc.nat(13), back: fc.integer({ min: 1, max: 10 }) }),
    {
      numRuns: WEEKS,
      seed: 41,
    },
  );
  let sentences = 0;
  for (const { report, day, back } of weeks) {
    const after = addDays(FROM, day - 7);
    const before = addDays(after, -back);
    const days = `planned_on_after=${after}&planned_on_before=${addDays(after, 6)}`;
    const compared = `previous_on_after=${before}&previous_on_before=${addDays(before, 6)}`;
    const data = await reportOf(world.client.owner, `${report}/make/?farm=${world.kyiv.id}&${days}&${compared}`);
    for (const { language, t, format } of readers) {
      const foreign = findForeignFigures(data, EFFECTS[report as keyof typeof EFFECTS], t, format);
      if (foreign === null) continue;
      sentences += 1;
      expect(foreign, `${report} ${days} ${compared} in ${language}`).not.toMatch(/\d/);
    }
  }
  expect(sentences).toBeGreaterThan(WEEKS * LANGUAGES.length * 0.9);
});
