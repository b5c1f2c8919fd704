import { minus, round } from '#common/format/decimal.ts';
import { baseRange } from '#contract/base-range.ts';
import { BESIDE_PLAN } from '#contract/reports/beside-plan.ts';
import { type Comparison, comparedKey, type Base as JudgedBase, LEAST_COVERAGE } from '#contract/reports/comparison.ts';
import type { Cell, Column, ReportData, Row, Series } from '#contract/reports/shape.ts';
import { invalid } from '#server/platform/errors.ts';
import { isReportable, type ReportScope } from '#server/reports/sql/scope.ts';
import type { Coverage } from './coverage.ts';
import { nameBy, paired, placeOf } from './pairing.ts';
import type { RowKeys } from './report.ts';

/** Scope of the range that a report is compared with; null without comparison. */
export function baseOf(scope: ReportScope): ReportScope | null {
  const [compareWith = 'none'] = scope.filters.compare_with ?? [];
  if (compareWith === 'none') return null;
  const { after, before } = baseRange({ after: scope.from, before: scope.to }, compareWith);
  if (!isReportable(after)) throw invalid('planned_on_after', 'invalid_value');
  return { ...scope, from: after, to: before };
}

const NUMBERS: ReadonlySet<Column['kind']> = new Set(['weight', 'percent', 'money', 'price', 'duration', 'count', 'ratio']);
const isFigure = ({ kind }: Column) => NUMBERS.has(kind);

/**
 * Difference columns of a figure. A percentage differs by points. Differences of differences and of hidden columns are hidden by default.
 */
function buildDifferences(column: Column): Column[] {
  const { key, kind, label, verbatim, group, day, total, decimals, hidden, deviation, unsigned } = column;
  const apart = hidden || deviation || day !== undefined || verbatim || BESIDE_PLAN.has(key);
  const common = { label, ...(verbatim ? { verbatim } : {}), ...(group ? { group } : {}), ...(day ? { day } : {}) };
  const sameKind = { kind, ...(total ? { total } : {}), ...(decimals === undefined ? {} : { decimals }) };
  const waits = apart ? { hidden: true } : {};
  const signed = { ...(deviation ? { deviation } : {}), ...(unsigned ? { unsigned } : {}) };
  return [
    { ...common, ...sameKind, ...signed, key: comparedKey('base', key), hidden: true, compares: 'base' },
    { ...common, ...sameKind, ...waits, key: comparedKey('change', key), deviation: true, compares: 'change' },
    ...(kind === 'percent'
      ? []
      : [
          {
            ...common,
            ...waits,
            key: comparedKey('percent', key),
            kind: 'percent' as const,
            ...(total ? { total: 'formula' as const } : {}),
            decimals: 1,
            deviation: true,
            compares: 'percent' as const,
          },
        ]),
  ];
}

const toNumber = (cell: Cell | undefined) => (typeof cell === 'number' ? cell : null);

/** A figure, the base's figure and their difference. A missing value of a figure that has a sum counts as 0. */
export function compared(
  { key, kind, total }: Pick<Column, 'key' | 'kind' | 'total'>,
  cell: Cell | undefined,
  baseCell: Cell | undefined,
): Row {
  const [now, before] = [toNumber(cell), toNumber(baseCell)];
  const orNothing = (one: number | null, other: number | null) => one ?? (total === 'sum' && other !== null ? 0 : null);
  const [a, b] = [orNothing(now, before), orNothing(before, now)];
  const change = a === null || b === null ? null : minus(a, b);
  return {
    [comparedKey('base', key)]: before,
    [comparedKey('change', key)]: change,
    ...(kind === 'percent' ? {} : { [comparedKey('percent', key)]: change === null || !b ? null : round((change / Math.abs(b)) * 100, 6) }),
  };
}

interface Base {
  /** The report of the base's range. */
  data: ReportData;
  from: string;
  to: string;
  coverage: Coverage;
}

/**
 * Adds the comparison with another range to a report: rows paired by keys, charts by the same keys, totals and tiles each with their base.
 */
export function withComparison(rowKeys: RowKeys | null, data: ReportData, from: string, base: Base): ReportData {
  const comparison = buildComparison(data, base);
  const tiles = data.tiles.map((tile) => ({ ...tile, previous: comparison.reason === null ? toNumber(comparison.tiles[tile.key]) : null }));
  if (comparison.reason !== null) return { ...data, tiles, comparison };

  const figures = data.columns.filter(isFigure);
  // The base's column of a day belongs to the day at the same position.
  const shift = (day: string) => {
    const place = placeOf(day, from) ?? 0;
    return base.data.columns.find((column) => column.day && placeOf(column.day, base.from) === place)?.day;
  };
  const baseKeys = new Map(
    figures.map(({ key, day }) => {
      const other = day && shift(day);
      return [key, day ? other && key.replace(day, other) : key] as const;
    }),
  );
  const differences = (row: Row | undefined, baseRow: Row | undefined): Row =>
    Object.assign({}, ...figures.map((column) => compared(column, row?.[column.key], baseRow?.[baseKeys.get(column.key) ?? ''])));
  const keys = typeof rowKeys === 'function' ? rowKeys(data.filters) : (rowKeys ?? []);
  const { pairs, left } = paired(data.rows, base.data.rows, nameBy(keys, from), nameBy(keys, base.from));
  const nothing: Row = Object.fromEntries(figures.map(({ key }) => [key, null]));
  return {
    ...data,
    columns: data.columns.flatMap((column) => (isFigure(column) ? [column, ...buildDifferences(column)] : [column])),
    rows: [
      ...pairs.map(([row, match]) => ({ ...row, ...differences(row, match) })),
      // Rows that exist only in the base are part of the change.
      ...left.map((row) => ({ ...row, ...nothing, ...differences(undefined, row), base_only: true })),
    ],
    totals:
      Object.keys(data.totals).length > 0
        ? { ...data.totals, ...computeTotals(figures, differences(data.totals, base.data.totals)) }
        : data.totals,
    tiles,
    series: data.series.map((series, at) => withBase(series, base.data.series[at]?.rows ?? [], from, base.from)),
    comparison,
  };
}

/** Differences of the columns with totals. */
const computeTotals = (figures: readonly Column[], differences: Row): Row =>
  Object.fromEntries(
    Object.entries(differences).filter(([key]) => figures.some(({ key: own, total }) => total && key.slice(key.indexOf('.') + 1) === own)),
  );

/**
 * Plans are drawn next to facts and get no base. Waterfalls, heat maps and control charts get none either, because it would be meaningless
 * there.
 */
const isDrawn = ({ key, kind }: Column) => NUMBERS.has(kind) && !/(^|_)plan(ned)?(_|$)/.test(key);

/** A chart with the base's figures at its points. */
function withBase(series: Series, baseRows: readonly Row[], from: string, baseFrom: string): Series {
  const drawn = series.type === 'waterfall' || series.type === 'heatmap' || series.type === 'control' ? [] : series.y.filter(isDrawn);
  if (drawn.length === 0 || baseRows.length === 0) return series;
  const { key, kind } = series.x;
  const nameIn =
    (first: string) =>
    (row: Row): string =>
      kind === 'date' || kind === 'month'
        ? String(placeOf(row[key], first, key))
        : JSON.stringify([row[`${key}_id`] ?? null, row[key] ?? null]);
  const { pairs } = paired(series.rows, baseRows, nameIn(from), nameIn(baseFrom));
  return {
    ...series,
    y: [...series.y, ...drawn.map((column): Column => ({ ...column, key: comparedKey('base', column.key), compares: 'base' }))],
    rows: pairs.map(([row, match]) => ({
      ...row,
      ...Object.fromEntries(drawn.map((column) => [comparedKey('base', column.key), match?.[column.key] ?? null])),
    })),
  };
}

/** Judges whether the base is complete enough to compare with. */
export function judgedBase({ from, to, coverage: { days, daysWithFacts } }: Omit<Base, 'data'>): JudgedBase {
  return {
    planned_on_after: from,
    planned_on_before: to,
    days,
    days_with_facts: daysWithFacts,
    coverage: days > 0 ? round((daysWithFacts / days) * 100, 1) : 0,
    reason: daysWithFacts === 0 ? 'no_facts' : daysWithFacts * 100 < days * LEAST_COVERAGE ? 'few_facts' : null,
  };
}

/** For a report without comparison: its tiles are compared with the days before, if enough of these have facts. */
export function withTilesBase(data: ReportData, base: Omit<Base, 'data'>): ReportData {
  const tiles_base = judgedBase(base);
  const tiles = tiles_base.reason === null ? data.tiles : data.tiles.map((tile) => ({ ...tile, previous: null }));
  return { ...data, tiles, tiles_base };
}

function buildComparison(data: ReportData, { data: base, ...range }: Base): Comparison {
  return {
    with: data.filters.compare_with?.[0] === 'last_year' ? 'last_year' : 'previous',
    ...judgedBase(range),
    totals: base.totals,
    tiles: Object.fromEntries(base.tiles.map(({ key, value }) => [key, value])),
  };
}
