import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { baseRange } from '#contract/base-range.ts';
import { MAX_RANGE_DAYS, type ReportFilters } from '#contract/reports/shape.ts';
import { PLANNED_ONCE } from '#server/db/connection.ts';
import type { Db } from '#server/db/database.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { demandKind, PERIODS } from '#server/platform/resource/id-kinds.ts';

export interface ScopeFarm {
  id: number;
  name: string;
  timezone: string;
  /** The farm's own day of now. */
  today: string;
}

/** The scope of a report: farms visible to the caller, days (inclusive, each farm's own), filters. */
export interface ReportScope {
  client: number;
  /** Read-only, the client's rows. */
  db: Db;
  farms: ScopeFarm[];
  farmIds: number[];
  /** The instant at which it is made. */
  now: string;
  from: string;
  to: string;
  /** Empty lists are left out. */
  filters: ReportFilters;
  /** One row's own page. */
  detail?: true;
  /** Farms that the caller sees, for a detail that goes beyond its farm; all farms if omitted. */
  visibleFarms?: readonly number[];
  /** One schedule only: a drill-down. */
  schedule?: number;
  /** Days on feed alone: of groups that a programme feeds, from its first day on. */
  onFeed?: true;
  /** One batch only: a drill-down. */
  batch?: number;
  timezone: string;
  currency: string;
  /** The last day up to which every month of every farm is closed. */
  lockedUntil: string | null;
  /** True if the answer contains the tiles of the previous range; the default is true. */
  tellsPrevious?: () => Promise<boolean>;
}

const EARLIEST = '1900-01-01';
const LATEST = '2999-12-31';
/** Days outside are nobody's, and not all of them days to the database. */
export const isReportable = (day: string) => day >= EARLIEST && day <= LATEST;
const DAY_MS = 86_400_000;
const daysIn = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Over up to a month a report takes a moment; over more it is work that others need not wait for. */
const SHORT_DAYS = 31;
export const lengthOf = (from: string, to: string) => (daysIn(from, to) > SHORT_DAYS ? 'long' : 'short');

/** 400 unless the days make a range that a report takes. */
export function demandRange(from: string, to: string, range: 'planned' | 'previous' = 'planned'): void {
  for (const [field, day] of Object.entries({ [`${range}_on_after`]: from, [`${range}_on_before`]: to })) {
    if (!isReportable(day)) throw invalid(field, 'invalid_value');
  }
  if (from > to) throw invalid(`${range}_on_after`, 'too_large', { limit: to });
  if (daysIn(from, to) > MAX_RANGE_DAYS) throw invalid(`${range}_on_before`, 'too_long_range', { limit: MAX_RANGE_DAYS });
}

/** 400 when loading would have to begin later than it may have. */
function demandTimes({ loaded_time_min: min, loaded_time_max: max }: ReportFilters): void {
  if (min && max && min > max) throw invalid('loaded_time_min', 'too_large', { limit: max });
}

/** The whole months before whole months; otherwise as many days just before. */
export function findDaysBefore({ from, to }: Pick<ReportScope, 'from' | 'to'>): Pick<ReportScope, 'from' | 'to'> {
  const { after, before } = baseRange({ after: from, before: to }, 'previous');
  return { from: after, to: before };
}

/** The scope of the range just before (`findDaysBefore`). */
export const toPreviousScope = (scope: ReportScope): ReportScope => ({ ...scope, ...findDaysBefore(scope) });

/** The result of `make` for the range just before; null, without a query, if the answer doesn't show it. */
export async function previously<T>(scope: ReportScope, make: (previous: ReportScope) => Promise<T>): Promise<T | null> {
  const { tellsPrevious = async () => true } = scope;
  return (await tellsPrevious()) ? make(toPreviousScope(scope)) : null;
}

/** The comparison range of the filters, by default the range just before; 400 at a missing or wrong day. */
export function comparedOf(scope: ReportScope): ReportScope {
  const { previous_on_after: from, previous_on_before: to } = scope.filters;
  if (from === undefined && to === undefined) return toPreviousScope(scope);
  if (from === undefined) throw invalid('previous_on_after', 'required');
  if (to === undefined) throw invalid('previous_on_before', 'required');
  demandRange(from, to, 'previous');
  return { ...scope, from, to };
}

/** The last closed day of a farm `f`: its books are closed up to there. Empty if no month is closed. */
const closedUpTo = sql`(
  select (max(c.month) + interval '1 month')::date - 1 from month_close c where c.client_id = f.client_id and c.farm_id = f.id)`;

/** The first of some days; none where one is missing. */
export function earliest(days: readonly (string | null)[]): string | null {
  const known = days.filter((day) => day !== null);
  return known.length === days.length ? (known.sort()[0] ?? null) : null;
}

interface FarmRow {
  id: number | null;
  name: string;
  timezone: string;
  currency: string;
  locked_until: string | null;
}

/**
 * The farms asked for, or all in reach. A farm that isn't the caller's is 400 at `farm`. `timezone` is the one that the farms
 * share, UTC where they differ: days are each farm's own either way.
 */
export async function resolveScope(
  context: ClientContext,
  requested: ReportFilters & Required<Pick<ReportFilters, 'planned_on_after' | 'planned_on_before'>>,
): Promise<ReportScope> {
  const { planned_on_after: from, planned_on_before: to } = requested;
  demandRange(from, to);
  demandTimes(requested);
  const db = context.services.database.reports(context.client, lengthOf(from, to));
  const visibleFarms = farmsInScope(context, requested.farm);
  const { rows } = await sql<FarmRow>`
    ${PLANNED_ONCE} select f.id, f.name, f.timezone, c.currency,
      ${closedUpTo} as locked_until
    from client c left join farm f on f.client_id = c.id ${visibleFarms ? sql`and f.id = any(${visibleFarms})` : sql``}
    where c.id = ${context.client} order by f.name, f.id`.execute(db);
  const now = context.services.now();
  const farms = rows.flatMap(({ id, name, timezone }) => (id === null ? [] : [{ id, name, timezone, today: dayAt(now, timezone) }]));
  const farmIds = farms.map((farm) => farm.id);
  if (context.farm !== null && !farmIds.includes(context.farm) && !requested.farm?.length) throw notFound();
  if (requested.farm?.some((farm) => !farmIds.includes(farm))) throw invalid('farm', 'invalid_value');
  if (requested.loading?.length) await demandKind(db, context.client, 'loading', requested.loading, PERIODS);
  const timezones = new Set(farms.map((farm) => farm.timezone));
  const [only] = timezones;
  return {
    client: context.client,
    db,
    farms,
    farmIds,
    now: now.toISOString(),
    from,
    to,
    filters: { ...filled(requested), farm: farmIds },
    timezone: timezones.size === 1 && only ? only : 'UTC',
    currency: rows[0]?.currency ?? 'UAH',
    lockedUntil: earliest(rows.map((row) => row.locked_until)),
  };
}

const filled = (filters: ReportFilters): ReportFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => !Array.isArray(value) || value.length > 0));
