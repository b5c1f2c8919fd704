import { isIdText } from '#contract/ids.ts';
import type { Range } from '#contract/periods.ts';
import { isPeriod, type Period, periodRange } from '#contract/periods.ts';
import type { ReportFilter } from '#contract/reports/shape.ts';
import { isManner, isSwitch, SWITCHES, type Switch } from '#contract/reports/switches.ts';
import { LOADING_STATUSES } from '#contract/words.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { TimeRange } from '#src/core/ui/time-range/time-range.ts';

/** Filters of one value: days and times of day. */
const SINGLE = [
  'planned_on_after',
  'planned_on_before',
  'previous_on_after',
  'previous_on_before',
  'loaded_time_min',
  'loaded_time_max',
] as const;
export type ListFilter = Exclude<ReportFilter, (typeof SINGLE)[number]>;

/** What a report is asked for. Days are inclusive, in the farm's timezone; lists hold ids or statuses as they stand in the address. */
export interface Filters {
  after: string;
  before: string;
  lists: Readonly<Partial<Record<ListFilter, readonly string[]>>>;
  /** The days to compare with, where they were chosen. */
  previous?: Range;
  /** The time of day between which loading began, `HH:mm`. */
  times?: TimeRange;
}

/** What a switch stands at. */
export const switchWord = ({ lists }: Pick<Filters, 'lists'>, name: Switch): string => lists[name]?.[0] ?? SWITCHES[name][0];
/** The ways to calculate that a report offers. */
export const switchesOf = (offered: readonly ReportFilter[]): Switch[] => offered.filter(isSwitch);
/** Those that stand together; what the report is compared with stands beside the days. */
export const waysToReckon = (offered: readonly ReportFilter[]): Switch[] => switchesOf(offered).filter((name) => name !== 'compare_with');
export const isListFilter = (filter: ReportFilter): filter is ListFilter => !SINGLE.some((one) => one === filter);
/** Whether the report is compared with days of one's own choice. */
export const isCompared = (offered: readonly ReportFilter[]): boolean => offered.includes('previous_on_after');

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** Whether the report can be narrowed by the time of day. */
export const isTimed = (offered: readonly ReportFilter[]): boolean => offered.includes('loaded_time_min');
const isTime = (text: string | null): text is string => text !== null && /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Lists of words rather than ids. */
const WORDS: Readonly<Partial<Record<ListFilter, readonly string[]>>> = { status: LOADING_STATUSES, ...SWITCHES };
/** Of what is told any word stays: the explorer itself says which it doesn't know. */
const isWord = (filter: ListFilter, word: string) =>
  filter in WORDS ? (WORDS[filter] ?? []).includes(word) : isManner(filter) ? word !== '' : isIdText(word);

/** The days where the address names none: those of the period that it names, so that a link may move along with the calendar. */
export function daysFromParams(params: URLSearchParams, otherwise: Period, today: string): Range {
  const period = params.get('period');
  return periodRange(isPeriod(period) ? period : otherwise, today);
}

/** Reads the address; what isn't there or makes no sense comes from `fallback`. */
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

/** The address that reproduces what is seen. */
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

/** Only how it is calculated, for what a row leads to, which is compared with nothing. */
export function switchParams({ lists }: Filters): string {
  const params = new URLSearchParams(
    Object.entries(lists).flatMap(([filter, words]) =>
      isSwitch(filter) && filter !== 'compare_with' && words[0] ? [[filter, words[0]]] : [],
    ),
  );
  return params.size > 0 ? `?${params}` : '';
}

/** Keeps the farm, empties the lists and sets both days to today. */
export const resetFilters = ({ lists: { farm } }: Filters, today: string): Filters => ({
  after: today,
  before: today,
  lists: farm ? { farm } : {},
});

const isSame = (some: readonly string[] = [], others: readonly string[] = []) =>
  some.length === others.length && some.every((one) => others.includes(one));

/**
 * What follows from a choice: other farms have other groups, rations and feeds, so that nothing else stays chosen but the days and how it is
 * calculated; in another timezone the days begin anew, too.
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
