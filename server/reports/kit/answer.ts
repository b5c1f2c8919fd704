import { isBesidePlan } from '#contract/reports/beside-plan.ts';
import type { ReportId } from '#contract/reports/index.ts';
import type { Column, Note, ReportData, ReportDefinition, ReportFilters, ReportView, Row } from '#contract/reports/shape.ts';
import { type ReportScope, toPreviousScope } from '#server/reports/sql/scope.ts';
import { baseOf, judgedBase, withComparison, withTilesBase } from './comparison.ts';
import { coverageOf } from './coverage.ts';
import { notesOf } from './notes.ts';
import { remarksOf, withRemarks } from './remarks.ts';
import type { Made, ReportServer } from './report.ts';

export interface Answered {
  data: ReportData;
  count: number;
}

type DeclaredView = ReportView & Pick<ReportDefinition, 'byTodaysRules'>;
/** A view with its definitions on the server. */
export type ServedView = DeclaredView & Pick<ReportServer, 'facts' | 'rowKeys'>;

/** Builds a report's response: its definition, its query's results, notes and coverage, and remarks. */
export async function answerOf(
  view: ServedView,
  report: ReportId,
  scope: ReportScope,
  make: (scope: ReportScope) => Promise<Made>,
  now: Date,
): Promise<Answered> {
  const [remarks, { data, count }] = await Promise.all([remarksOf(scope), computeAnswer(view, report, scope, make, now)]);
  return { data: withRemarks(data, remarks), count };
}

async function computeAnswer(
  view: ServedView,
  report: ReportId,
  scope: ReportScope,
  make: (scope: ReportScope) => Promise<Made>,
  now: Date,
): Promise<Answered> {
  const { facts = 'feedings', rowKeys } = view;
  const base = baseOf(scope);
  const before = toPreviousScope(scope);
  // Run together with the figures: tiles are nearly always compared with the range just before.
  const covering = base || view.tiles.length > 0 ? coverageOf(facts, scope, base ?? before) : null;
  // Not calculated if too few days before have facts, or if another range is compared.
  const tellsPrevious = async () => {
    const coverage = base ? null : await covering;
    return coverage !== null && judgedBase({ ...before, coverage }).reason === null;
  };
  const [made, notes, coverage, baseMade] = await Promise.all([
    make({ ...scope, tellsPrevious }),
    scope.withoutNotes ? [] : notesOf(scope, facts),
    covering,
    base && make({ ...base, tellsPrevious: async () => false, withoutNotes: true }),
  ]);
  const alone = dataOf(view, report, scope, made, notes, now);
  const count = alone.rows.length;
  if (!base || !coverage || !baseMade) {
    if (made.previous === undefined || !coverage) return { data: alone, count };
    const { previous_on_after: from = before.from, previous_on_before: to = before.to } = made.filters ?? {};
    const isBefore = from === before.from && to === before.to;
    return {
      data: withTilesBase(alone, { from, to, coverage: isBefore ? coverage : await coverageOf(facts, scope, { ...scope, from, to }) }),
      count,
    };
  }
  const { from, to } = base;
  const data = withComparison(rowKeys, alone, scope.from, { data: dataOf(view, report, base, baseMade, [], now), from, to, coverage });
  return { data, count: data.rows.length };
}

/** The part of a scope that the response contains. */
type Around = Pick<ReportScope, 'farms' | 'filters' | 'from' | 'to' | 'timezone' | 'currency' | 'lockedUntil'>;

export function dataOf(view: DeclaredView, report: string, scope: Around, made: Made, notes: Note[], now: Date): ReportData {
  return {
    report,
    title: made.title ?? null,
    filters: { ...scope.filters, ...made.filters, planned_on_after: scope.from, planned_on_before: scope.to },
    timezone: scope.timezone,
    currency: scope.currency,
    generated_at: now.toISOString(),
    locked_until: scope.lockedUntil,
    ...(view.byTodaysRules ? { by_todays_rules: true } : {}),
    columns: withOwn(pickNeeded(view, scope, made.rows), made).map((column) => bySize(column, scope.filters)),
    rows: made.rows,
    totals: made.totals,
    tiles: view.tiles.map((tile) => ({
      ...bySize(tile, scope.filters),
      value: getFigure(made.tiles, tile.key),
      ...(made.previous === undefined ? {} : { previous: made.previous && getFigure(made.previous, tile.key) }),
    })),
    series: view.series.map((series) => ({ ...series, y: [...series.y], rows: [...(made.series?.[series.key] ?? [])] })),
    notes: [...notes, ...(made.notes ?? [])],
    ...(made.alerts ? { alerts: made.alerts } : {}),
  };
}

/** Hints that change if deviations are shown by size, to `<hint>_absolute`; the hint of a percentage stays the same. */
const OWN_HINTS: ReadonlySet<string> = new Set(
  ['deviation', 'loading_cost_of_error', 'unloading_cost_of_error'].map((key) => `hints:${key}`),
);
const BY_SIZE: ReadonlySet<string> = new Set([...OWN_HINTS, 'hints:deviation_percent']);

function bySize<C extends Pick<Column, 'key' | 'hint'>>(figure: C, { deviation }: ReportFilters): C {
  if (deviation?.[0] !== 'absolute' || !BY_SIZE.has(figure.hint ?? '')) return figure;
  return {
    ...figure,
    ...('deviation' in figure ? { unsigned: true } : {}),
    ...(figure.hint && OWN_HINTS.has(figure.hint) ? { hint: `${figure.hint}_absolute` } : {}),
  };
}

/** Removes columns without use: the farm's name if there is one farm, and columns of missing values if nothing is missing. */
function pickNeeded({ columns }: ReportView, { farms }: Around, rows: readonly Row[]): Column[] {
  const keys = columns.map(({ key }) => key);
  return columns.filter(({ key }) => {
    if (key === 'farm') return farms.length > 1;
    return !isBesidePlan(key, keys) || rows.some((row) => Number(row[key]) !== 0);
  });
}

function withOwn(needed: readonly Column[], { columns = [], columnsAfter }: Pick<Made, 'columns' | 'columnsAfter'>): Column[] {
  const at = needed.findIndex(({ key }) => key === columnsAfter);
  return needed.toSpliced(at < 0 ? needed.length : at + 1, 0, ...columns);
}

function getFigure(figures: Row, key: string): number | null {
  const value = figures[key];
  if (value === undefined) throw new Error(`no figure for the tile ${key}`);
  return typeof value === 'number' ? value : null;
}
