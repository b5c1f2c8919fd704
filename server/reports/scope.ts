import { sql } from 'kysely';
import { MAX_RANGE_DAYS, type ReportFilters } from '../../contract/reports/shape.ts';
import { type ClientContext, farmsWithin } from '../core/context.ts';
import { addDays, dayAt } from '../core/days.ts';
import { invalid, notFound } from '../core/errors.ts';
import type { Db } from '../db/database.ts';

export interface ScopeFarm {
  id: number;
  name: string;
  timezone: string;
  /** The farm's own day of now. */
  today: string;
}

/** What a report is made over: farms in reach, days (inclusive, each farm's own), filters. */
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
  /** One schedule only: a drill-down. */
  schedule?: number;
  /** One batch only: a drill-down. */
  batch?: number;
  timezone: string;
  currency: string;
  /** The last day up to which every month of every farm is closed. */
  lockedUntil: string | null;
}

const EARLIEST = '1900-01-01';
const LATEST = '2999-12-31';
/** Days outside are nobody's, and not all of them days to the database. */
export const isReportable = (day: string) => day >= EARLIEST && day <= LATEST;
const DAY_MS = 86_400_000;
const daysIn = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

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

/** The range of equal length just before. */
export const previousOf = (scope: ReportScope): ReportScope => ({
  ...scope,
  from: addDays(scope.from, -daysIn(scope.from, scope.to)),
  to: addDays(scope.from, -1),
});

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
  asked: ReportFilters & Required<Pick<ReportFilters, 'planned_on_after' | 'planned_on_before'>>,
): Promise<ReportScope> {
  const { planned_on_after: from, planned_on_before: to } = asked;
  demandRange(from, to);
  demandTimes(asked);
  const db = context.services.database.reports(context.client);
  const reach = farmsWithin(context, asked.farm);
  const { rows } = await sql<FarmRow>`
    select f.id, f.name, f.timezone, c.currency,
      (select (max(m.month) + interval '1 month - 1 day')::date from month_close m where m.client_id = f.client_id and m.farm_id = f.id) as locked_until
    from client c left join farm f on f.client_id = c.id ${reach ? sql`and f.id = any(${reach})` : sql``}
    where c.id = ${context.client} order by f.name, f.id`.execute(db);
  const now = context.services.now();
  const farms = rows.flatMap(({ id, name, timezone }) => (id === null ? [] : [{ id, name, timezone, today: dayAt(now, timezone) }]));
  const farmIds = farms.map((farm) => farm.id);
  if (context.farm !== null && !farmIds.includes(context.farm) && !asked.farm?.length) throw notFound();
  if (asked.farm?.some((farm) => !farmIds.includes(farm))) throw invalid('farm', 'invalid_value');
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
    filters: { ...filled(asked), farm: farmIds },
    timezone: timezones.size === 1 && only ? only : 'UTC',
    currency: rows[0]?.currency ?? 'UAH',
    lockedUntil: farms.length === 1 ? (rows[0]?.locked_until ?? null) : null,
  };
}

const filled = (filters: ReportFilters): ReportFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => !Array.isArray(value) || value.length > 0));
