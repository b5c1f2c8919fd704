import type { TextColumn } from '#common/files/text-column.ts';
import type { Row } from '#contract/reports/shape.ts';

export type Judgement = 'within' | 'under' | 'over' | 'beyond-under' | 'beyond-over';

/** In percent: a deviation below the first is accurate; one above the second is out of tolerance if the row has no tolerance. */
const BULLSEYE = 2;
const BEYOND = 5;

/**
 * Compares a deviation with its tolerance. The row decides (`beyond`: the server knows the mixer's tolerance; null without one, so that
 * nothing is beyond it); otherwise the percentage `percentKey`.
 */
export function judge(row: Row, key: string, percentKey: string | undefined): Judgement | null {
  const value = row[key];
  if (typeof value !== 'number') return null;
  const percent = percentKey === undefined ? undefined : row[percentKey];
  const size = typeof percent === 'number' ? Math.abs(percent) : 0;
  const beyond = row.beyond === undefined ? size > BEYOND : row.beyond === true;
  if (beyond && value !== 0) return value < 0 ? 'beyond-under' : 'beyond-over';
  if (size < BULLSEYE || value === 0) return 'within';
  return value < 0 ? 'under' : 'over';
}

export const JUDGED = ['under', 'over', 'beyond-under', 'beyond-over', 'worst-under', 'worst-over'] as const;
export type Mark = (typeof JUDGED)[number] | 'noted';

/** Max rows of a report with red cells, and their max share. */
const MAX_WORST = 5;
const WORST_SHARE = 0.1;

/**
 * Rows with the largest deviations beyond tolerance, by money if the report has deviations in money, otherwise by its first deviation. Only
 * their cells are red.
 */
export function findWorst(columns: readonly TextColumn[], rows: readonly Row[]): ReadonlySet<Row> {
  const judged = columns.filter(({ deviation, compares }) => deviation && !compares);
  const ranked = judged.find(({ kind }) => kind === 'money') ?? judged[0];
  if (!ranked) return new Set();
  const size = (row: Row) => Math.abs(Number(row[ranked.key] ?? 0));
  const beyond = rows.filter((row) => judged.some((column) => markOf(column, columns, row)?.startsWith('beyond')));
  const most = Math.min(MAX_WORST, Math.ceil(rows.length * WORST_SHARE));
  return new Set(beyond.toSorted((one, other) => size(other) - size(one)).slice(0, most));
}

const WORST = { 'beyond-under': 'worst-under', 'beyond-over': 'worst-over' } as const;

/** The mark of a cell: its relation to tolerance or comparison; in the first column, a person's note on the row. */
export function markOf(column: TextColumn, columns: readonly TextColumn[], row: Row, worst?: ReadonlySet<Row>): Mark | null {
  if (column.compares) return markOfComparison(column, row);
  if (column.deviation) return markOfDeviation(column, columns, row, worst);
  // Notes are in the last column; the mark makes them visible at once.
  return column === columns[0] && row.remark ? 'noted' : null;
}

function markOfComparison({ key, compares }: TextColumn, row: Row): Mark | null {
  const value = compares === 'base' ? 0 : Number(row[key]);
  if (value < 0) return 'under';
  return value > 0 ? 'over' : null;
}

function markOfDeviation({ key }: TextColumn, columns: readonly TextColumn[], row: Row, worst?: ReadonlySet<Row>): Mark | null {
  const percentKey = columns.find((one) => one.deviation && one.kind === 'percent' && one.key.startsWith(key))?.key;
  const judged = judge(row, key, percentKey);
  if (judged === 'within') return null;
  return worst?.has(row) && (judged === 'beyond-under' || judged === 'beyond-over') ? WORST[judged] : judged;
}

/** Possible marks of a column's cells. */
export const marksOf = (column: TextColumn, columns: readonly TextColumn[]): readonly Mark[] =>
  column.compares ? ['under', 'over'] : column.deviation ? JUDGED : column === columns[0] ? ['noted'] : [];
