import { isIdText } from '#contract/ids.ts';
import type { Range } from '#contract/periods.ts';
import { isPeriod, type Period, periodRange } from '#contract/periods.ts';
import type { ReportFilter } from '#contract/reports/shape.ts';
import { isManner, isSwitch, SWITCHES, type Switch } from '#contract/reports/switches.ts';
import { LOADING_STATUSES } from '#contract/words.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { TimeRange } from '#src/core/ui/time-range/time-range.ts';

/** Filters with a single value: days and times of day. */
const SINGLE = [
  'planned_on_after',
  'planned_on_before',
  'previous_on_after',
  'previous_on_before',
  'loaded_time_min',
  'loaded_time_max',
] as const;
export type ListFilter = Exclude<ReportFilter, (typeof SINGLE)[number]>;

/** Filters of a report. Days are inclusive and in the farm's timezone; lists contain ids or statuses as in the address. */
export interface Filters {
  after: string;
  before: string;
  lists: Readonly<Partial<Record<ListFilter, readonly string[]>>>;
  /** The days to compare with, if chosen. */
  previous?: Range;
  /** Limits for the time of day at which loading started, `HH:mm`. */
  times?: TimeRange;
}

/** Current value of a switch. */
export const switchWord = ({ lists }: Pick<Filters, 'lists'>, name: Switch): string => lists[name]?.[0] ?? SWITCHES[name][0];
/** The switches that a report offers: ways to calculate it. */
export const switchesOf = (offered: readonly ReportFilter[]): Switch[] => offered.filter(isSwitch);
/** The switches shown together. The switch for the comparison is shown next to the days. */
export const waysToReckon = (offered: readonly ReportFilter[]): Switch[] => switchesOf(offered).filter((name) => name !== 'compare_with');
export const isListFilter = (filter: ReportFilter): filter is ListFilter => !SINGLE.some((one) => one === filter);
/** True if days to compare with can be chosen in the report. */
export const isCompared = (offered: readonly ReportFilter[]): boolean => offered.includes('previous_on_after');

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** True if the report can be filtered by time of day. */
export const isTimed = (offered: readonly ReportFilter[]): boolean => offered.includes('loaded_time_min');
const isTime = (text: string | null): text is string => text !== null && /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Filters whose lists contain words instead of ids. */
const WORDS: Readonly<Partial<Record<ListFilter, readonly string[]>>> = { status: LOADING_STATUSES, ...SWITCHES };
/** True if the word is valid in the filter. The explorer checks its own words itself. */
const isWord = (filter: ListFilter, word: string) =>
  filter in WORDS ? (WORDS[filter] ?? []).includes(word) : isManner(filter) ? word !== '' : isIdText(word);

/** Returns the days of an address. Without days, the address's period gives them, so that a link can follow the calendar. */
export function daysFromParams(params: URLSearchParams, otherwise: Period, today: string): Range {
  const period = params.get('period');
  return periodRange(isPeriod(period) ? period : otherwise, today);
}

/** Reads filters from an address; missing or invalid ones come from `fallback`. */
export function filtersOf(params: URLSearchParams, offered: readonly ReportFilter[], fallback: Filters): Filters {
  const after = params.get('planned_on_after');
  const before = params.get('planned_on_before');
  const range = isDay(after) && isDay(before) ? [after, before].sort() : [fallback.after, fallback.before];
  const lists: Filters['lists'] = Object.fromEntries(
    offered.filter(isListFilter).flatMap((filter) => {
      const words = params.getAll(filter).flatMap((part) => part.split(','));
      const known = [...new Set(words.filter((word) => isWord(filter, word)))];
      const chosen = known.length > 0 ? known : filter === 'farm' ? fallback.lists.farm : undefined;
      return chosen?.length ? [[filter, chosen]] : [];
    }),
  );
  const [previousAfter, previousBefore] = [params.get('previous_on_after'), params.get('previous_on_before')];
  const compared = isCompared(offered) && isDay(previousAfter) && isDay(previousBefore) ? [previousAfter, previousBefore].sort() : null;
  const [earliest, latest] = [params.get('loaded_time_min'), params.get('loaded_time_max')];
  const times = isTimed(offered) && isTime(earliest) && isTime(latest) ? [earliest, latest].sort() : null;
  return {
    after: range[0]!,
    before: range[1]!,
    lists,
    ...(compared ? { previous: { after: compared[0]!, before: compared[1]! } } : {}),
    ...(times ? { times: { start: times[0]!, end: times[1]! } } : {}),
  };
}

/** Returns the address parameters that reproduce the filters. */
export function paramsOf({ after, before, lists, previous, times }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  for (const word of lists.farm ?? []) params.append('farm', word);
  params.set('planned_on_after', after);
  params.set('planned_on_before', before);
  if (previous) {
    params.set('previous_on_after', previous.after);
    params.set('previous_on_before', previous.before);
  }
  if (times) {
    params.set('loaded_time_min', times.start);
    params.set('loaded_time_max', times.end);
  }
  for (const [filter, words] of Object.entries(lists)) {
    if (filter !== 'farm') for (const word of words ?? []) params.append(filter, word);
  }
  return params;
}

export const queryOf = ({ after, before, lists, previous, times }: Filters): Query => ({
  ...lists,
  planned_on_after: after,
  planned_on_before: before,
  ...(previous ? { previous_on_after: previous.after, previous_on_before: previous.before } : {}),
  ...(times ? { loaded_time_min: times.start, loaded_time_max: times.end } : {}),
});

/** Only the parameters for the way of calculation, for pages that a row opens and that have no comparison. */
export function switchParams({ lists }: Filters): string {
  const params = new URLSearchParams(
    Object.entries(lists).flatMap(([filter, words]) =>
      isSwitch(filter) && filter !== 'compare_with' && words[0] ? [[filter, words[0]]] : [],
    ),
  );
  return params.size > 0 ? `?${params}` : '';
}

/** Keeps the farm, clears the lists and sets both days to today. */
export const resetFilters = ({ lists: { farm } }: Filters, today: string): Filters => ({
  after: today,
  before: today,
  lists: farm ? { farm } : {},
});

const isSame = (some: readonly string[] = [], others: readonly string[] = []) =>
  some.length === others.length && some.every((one) => others.includes(one));

/**
 * Adjusts filters after another farm is chosen: its groups, rations and feeds differ, so only the days and the way of calculation stay. In
 * another timezone, the days start from today as well.
 */
export function afterChoice(
  before: Filters,
  next: Filters,
  timezoneOf: (filters: Filters) => string,
  todayOf: (timezone: string) => string,
): Filters {
  if (isSame(before.lists.farm, next.lists.farm)) return next;
  const timezone = timezoneOf(next);
  if (timezone !== timezoneOf(before)) return resetFilters(next, todayOf(timezone));
  const { after, before: to, previous, lists } = next;
  const kept = Object.entries(lists).filter(([filter]) => filter === 'farm' || isManner(filter));
  return { after, before: to, lists: Object.fromEntries(kept), ...(previous ? { previous } : {}) };
}

export function withList(filters: Filters, filter: ListFilter, words: readonly string[]): Filters {
  const { [filter]: _, ...others } = filters.lists;
  return { ...filters, lists: words.length > 0 ? { ...others, [filter]: words } : others };
}
