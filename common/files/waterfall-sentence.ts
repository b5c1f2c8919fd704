import type { TFunction } from 'i18next';
import { minus } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { Row, Series } from '#contract/reports/shape.ts';

/** Causes are named until they explain this part of all effects. */
const EXPLAINED = 0.8;
/** A cause with a smaller part of all effects is not worth a word. */
const LEAST_PART = 0.05;
/** Money below half a hundredth reads as 0. */
const SHOWN = 0.005;

const toNumber = (row: Row, key: string) => Number(row[key]) || 0;

/** Returns the rows of the largest effects, until they explain 80 % of the sum of all effects. Effects under 5 % of that sum are left out. */
export function chooseCauses(rows: readonly Row[], key: string): Row[] {
  const size = (row: Row) => Math.abs(toNumber(row, key));
  const all = rows.reduce((sum, row) => sum + size(row), 0);
  let explained = 0;
  return rows
    .toSorted((a, b) => size(b) - size(a))
    .filter((row) => {
      if (size(row) < SHOWN || size(row) < all * LEAST_PART || explained >= all * EXPLAINED) return false;
      explained += size(row);
      return true;
    });
}

/** Labels are written in lower case within a sentence, except in German and except abbreviations. */
function lowerFirst(label: string, { language }: Formatter): string {
  const [first = '', second = ''] = label;
  const isWord = second !== second.toUpperCase();
  return language !== 'de' && isWord ? first.toLocaleLowerCase() + label.slice(1) : label;
}

/**
 * Describes the change and its largest causes in one sentence: "November 2026, per head and day: −0.57 ₴ – prices −3.33 ₴, not recorded +1.98 ₴".
 * `period` is the text of the days, and the causes are words already (`translateSeries`). Each figure equals a row of the series as its column shows it. Null if the series is no waterfall of money between
 * two sums, or if nothing changed.
 */
export function describeWaterfall({ type, x, y: [value], rows }: Series, period: string, t: TFunction, format: Formatter): string | null {
  if (type !== 'waterfall' || value?.kind !== 'money') return null;
  const { key } = value;
  const [first, last, ...more] = rows.filter(({ standing }) => standing);
  if (!first || !last || more.length > 0) return null;
  // A sign is not separated from its currency at the end of a line.
  const money = (amount: number) => format.money(amount, { plus: true }).replace(/^[+−]/, '$&\u2060');
  const causes = chooseCauses(
    rows.filter(({ standing }) => !standing),
    key,
  ).map((row) => `${lowerFirst(String(row[x.key]), format)} ${money(toNumber(row, key))}`);
  if (causes.length === 0) return null;
  return t('reports:sentence.change', {
    period,
    measure: t(definedKey(value.label)),
    change: money(minus(toNumber(last, key), toNumber(first, key))),
    causes: causes.join(', '),
  });
}
