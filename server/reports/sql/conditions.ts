import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from './scope.ts';
import { animalTypeOn, lastDayOf } from './types-then.ts';

type Conditions = RawBuilder<unknown>[];

const among = (column: string, values: readonly unknown[] | undefined): Conditions =>
  values?.length ? [sql`${sql.raw(column)} = any(${values})`] : [];

/**
 * The rows of a table of facts or schedules in the scope. Facts carry their schedule's farm and day; a join repeats the condition for both,
 * so that neither is read beyond the range.
 */
export const inScope = (scope: ReportScope, t: string, day = 'planned_on') =>
  sql`${sql.raw(t)}.client_id = ${scope.client} and ${sql.raw(t)}.farm_id = any(${scope.farmIds})
    and ${sql.raw(t)}.${sql.raw(day)} between ${scope.from}::date and ${scope.to}::date`;

/**
 * The same condition for schedules `s` that a join has found already, none of them deleted. Repeating `not deleted` is necessary: the index
 * of days contains only those, and without the condition the planner reads a client's whole history.
 */
export const scheduleInScope = (scope: ReportScope, s: string) => sql`${inScope(scope, s)} and not ${sql.raw(s)}.deleted`;

/** True if a farm's `day` is over: a plan without facts is then not recorded instead of waiting. Rows name their farm as `<t>.farm_id`. */
export function isOver({ farms }: Pick<ReportScope, 'farms'>, t: string, day = 'planned_on'): RawBuilder<boolean> {
  const column = sql.raw(`${t}.${day}`);
  const todays = [...new Set(farms.map(({ today }) => today))];
  // Farms rarely differ in what day it is.
  if (todays.length < 2) return sql`(${column} < ${todays[0] ?? null}::date)`;
  const listFarmIds = (today: string) => farms.flatMap((farm) => (farm.today === today ? [farm.id] : []));
  const each = todays.map(
    (today) => sql`(${sql.raw(`${t}.farm_id`)} = any(${listFarmIds(today)}::bigint[]) and ${column} < ${today}::date)`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

/** The filters on a schedule `t` (or on rows with its columns), without groups. */
function ofSchedule({ filters, client, schedule }: ReportScope, t: string, id: string): Conditions {
  return [
    ...among(`${t}.ration_id`, filters.ration),
    ...among(`${t}.mixer_id`, filters.mixer),
    ...among(`${t}.operator_id`, filters.worker),
    ...among(`${t}.status`, filters.status),
    ...(schedule === undefined ? [] : [sql`${sql.raw(`${t}.${id}`)} = ${schedule}`]),
    // The filter names periods: a period on one date would be of little use over a range.
    ...(filters.loading?.length
      ? [
          sql`${sql.raw(t)}.loading_id in (select l.id from loading l where l.client_id = ${client} and l.period_id = any(${filters.loading}))`,
        ]
      : []),
  ];
}

/** By the animal type that the group of a row `t` had on `day`. */
const ofGroup = ({ filters, client }: ReportScope, t: string, day: RawBuilder<unknown>): Conditions => [
  ...among(`${t}.group_id`, filters.group),
  ...(filters.animal_type?.length
    ? [
        sql`${sql.raw(t)}.group_id in (select a.id from animal_group a where a.client_id = ${client} and a.animal_type_id = any(${filters.animal_type})
          union select h.group_id from former_animal_type h where h.client_id = ${client} and h.animal_type_id = any(${filters.animal_type}))
        and (select ${sql.raw(animalTypeOn('a', 'd.day'))} from animal_group a cross join (select ${day} as day) d
          where a.client_id = ${client} and a.id = ${sql.raw(t)}.group_id) = any(${filters.animal_type})`,
      ]
    : []),
];
const daySql = (t: string, day: string): RawBuilder<unknown> => sql.raw(`${t}.${day}`);

const all = (conditions: Conditions) => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`);

/** Stock filters for an ingredient `t`. */
export const matchesIngredient = ({ filters }: ReportScope, t: string) =>
  all([...among(`${t}.id`, filters.ingredient), ...among(`${t}.stock_id`, filters.stock)]);

/** Ingredient filter for facts. */
export const ofIngredient = ({ filters }: ReportScope, column: string) => all(among(column, filters.ingredient));

/** Group filters for rows `t` with a group and a day. */
export const matchesGroup = (scope: ReportScope, t: string, day: string) => all(ofGroup(scope, t, daySql(t, day)));

/** The same for rows without a day, by the types on the range's last day. */
export const matchesGroupAtEnd = (scope: ReportScope, t: string) => all(ofGroup(scope, t, sql`${scope.to}::date`));

/** The same for rows of a month, given by its first day, by the types on the month's last day. */
export const matchesGroupOfMonth = (scope: ReportScope, t: string) => all(ofGroup(scope, t, sql.raw(lastDayOf(`${t}.month`))));

/** SQL condition that the group was on feed on the day of `t`. */
export const isOnFeed = (client: number, t: string) => sql`exists (select from animal_group p
  where p.client_id = ${client} and p.id = ${sql.raw(t)}.group_id and p.programme_id is not null and ${sql.raw(t)}.day >= p.started_on)`;

/** Filters for one schedule × group. */
export const matchesFeeding = (scope: ReportScope, t: string) =>
  all([
    ...ofSchedule(scope, t, 'schedule_id'),
    ...ofGroup(scope, t, daySql(t, 'day')),
    ...(scope.onFeed ? [isOnFeed(scope.client, t)] : []),
  ]);

/** Filters for a batch of compound feed `t` of a farm `f`. */
export function matchesBatch({ filters, batch }: ReportScope, t: string, f: string) {
  const clock = sql.raw(`(${t}.started_at at time zone ${f}.timezone)::time`);
  return all([
    ...among(`${t}.recipe_id`, filters.animalfeed_recipe),
    ...among(`${t}.operator_id`, filters.worker),
    ...among(`${t}.status`, filters.status),
    ...(batch === undefined ? [] : [sql`${sql.raw(`${t}.id`)} = ${batch}`]),
    ...(filters.loaded_time_min ? [sql`${clock} >= ${filters.loaded_time_min}::time`] : []),
    ...(filters.loaded_time_max ? [sql`${clock} <= ${filters.loaded_time_max}::time`] : []),
  ]);
}

/** Filters for a schedule: it matches if it feeds any of the requested groups. */
export function matchesSchedule(scope: ReportScope, t: string) {
  const groups = ofGroup(scope, 'sg', daySql('sg', 'planned_on'));
  const s = sql.raw(t);
  return all([
    ...ofSchedule(scope, t, 'id'),
    ...(groups.length > 0
      ? [
          sql`exists (select from schedule_group sg where sg.client_id = ${scope.client} and sg.planned_on = ${s}.planned_on
            and sg.schedule_id = ${s}.id and ${all(groups)})`,
        ]
      : []),
  ]);
}
