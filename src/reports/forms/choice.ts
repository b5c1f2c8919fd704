import { useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import { daysBetween } from '#contract/days.ts';
import {
  ALL,
  FORM_LISTS,
  FORM_NEEDS,
  FORM_TYPES,
  type FormNeed,
  type FormType,
  type SavedFilters,
  savedPeriods,
} from '#contract/operations/blanks.ts';
import type { Range } from '#contract/periods.ts';
import { isPeriod, monthRange, type Period, periodOf, periodRange } from '#contract/periods.ts';
import { MAX_WAYBILL_DAYS } from '#contract/reports/form8.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';

export type ListName = (typeof FORM_LISTS)[number];

export interface Choice extends Record<ListName, string[]> {
  type: FormType | null;
  blank: number | null;
  /** `YYYY-MM` from the address, possibly invalid. */
  month: string;
  days: Range;
}
type Next = Partial<Choice & { farm: number }>;

const MONTH = /^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/;
export const isMonth = (text: string) => MONTH.test(text);
const isDay = (text: string | null) => text !== null && isMonth(text.slice(0, 7)) && /^.{7}-\d{2}$/.test(text);

const isFilled: Record<FormNeed, (choice: Choice) => boolean> = {
  blank: ({ blank }) => blank !== null,
  month: ({ month }) => isMonth(month),
  days: ({ days: { after, before } }) => after <= before && daysBetween(after, before) <= MAX_WAYBILL_DAYS,
  ration: ({ ration }) => ration.length > 0,
  mixer: ({ mixer }) => mixer.length > 0,
  group: ({ group }) => group.length > 0,
  owner: ({ owner }) => owner.length > 0,
};

/** Missing choices, in the order of the fields. */
export const missingOf = (choice: Choice): ('type' | FormNeed)[] =>
  choice.type === null ? ['type'] : FORM_NEEDS[choice.type].filter((need) => !isFilled[need](choice));

/** The form's days. */
export const rangeOf = (choice: Choice): Range => {
  return listNeeds(choice).includes('days') ? choice.days : monthRange(isMonth(choice.month) ? choice.month : '2000-01');
};

/** The form's filters; a list with all its items is no filter. */
export function listsOf(choice: Choice): Partial<Record<ListName, readonly string[]>> {
  const needs = listNeeds(choice);
  return Object.fromEntries(
    FORM_LISTS.filter((name) => needs.includes(name) && !choice[name].includes(ALL)).map((name) => [name, choice[name]]),
  );
}

const listNeeds = ({ type }: Choice): readonly FormNeed[] => (type ? FORM_NEEDS[type] : []);

/** The choice as it is saved under a name, with the days separate. */
export const keptOf = (choice: Choice, farm: number): SavedFilters => ({
  farm: [farm],
  ...(choice.blank ? { blank: [choice.blank] } : {}),
  ...Object.fromEntries(FORM_LISTS.filter((name) => listNeeds(choice).includes(name)).map((name) => [name, choice[name]])),
});
export const keptDays = (choice: Choice): SavedFilters =>
  listNeeds(choice).includes('days')
    ? { planned_on_after: choice.days.after, planned_on_before: choice.days.before }
    : { month: choice.month };

/** Period of the form's days, seen from `today`: a whole current month follows the calendar. */
export function periodIn(choice: Choice, today: string): Period | undefined {
  if (listNeeds(choice).includes('days')) return periodOf(choice.days, today);
  return choice.type ? savedPeriods(choice.type).find((period) => periodRange(period, today).after.startsWith(choice.month)) : undefined;
}

/** All of a list by default; an empty value in the address means none of it. */
const listIn = (params: URLSearchParams, name: ListName) => (params.has(name) ? params.getAll(name).filter(Boolean) : [ALL]);

function readChoice(params: URLSearchParams, fixed: FormType | undefined, today: string): Choice {
  const period = params.get('period');
  const chosen = isPeriod(period) ? periodRange(period, today) : null;
  const [after, before] = [params.get('planned_on_after'), params.get('planned_on_before')];
  return {
    type: fixed ?? FORM_TYPES.find((type) => type === params.get('type')) ?? null,
    blank: Number(params.get('blank')) || null,
    month: params.get('month') ?? (chosen ?? periodRange('last_month', today)).after.slice(0, 7),
    days: isDay(after) && isDay(before) ? { after: after!, before: before! } : (chosen ?? periodRange('yesterday', today)),
    ration: listIn(params, 'ration'),
    mixer: listIn(params, 'mixer'),
    group: listIn(params, 'group'),
    owner: listIn(params, 'owner'),
  };
}

function toParams({ days, farm, ...choice }: Choice & { farm: number | undefined }): URLSearchParams {
  const params = new URLSearchParams({ month: choice.month, planned_on_after: days.after, planned_on_before: days.before });
  if (choice.type) params.set('type', choice.type);
  if (farm) params.set('farm', String(farm));
  if (choice.blank) params.set('blank', String(choice.blank));
  for (const name of FORM_LISTS) for (const one of choice[name].length > 0 ? choice[name] : ['']) params.append(name, one);
  return params;
}

/** The form's choices, stored in the address like every report's filters. `fixed`: the screen is only of this form. */
export function useChoice(fixed: FormType | undefined) {
  const { data: farms = [], error, isPending, refetch } = useFarms();
  const current = useCurrentFarm();
  const [params, setParams] = useSearchParams();
  const named = Number(params.get('farm'));
  const farm = farms.find(({ id }) => id === named) ?? farms.find(({ id }) => id === current?.id) ?? farms[0];
  const today = todayIn(farm?.timezone ?? 'UTC');
  const choice = readChoice(params, fixed, today);
  const choose = (next: Next) => {
    const whole = { ...choice, farm: farm?.id, ...next };
    setParams(toParams({ ...whole, type: fixed ? null : whole.type }), { replace: true });
  };
  return { farms, farm, today, choice, choose, error, isPending, refetch };
}
