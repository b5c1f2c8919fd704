import { type RawBuilder, sql } from 'kysely';
import type { ReportScope } from './scope.ts';
import { animalTypeOn, lastDayOf } from './types-then.ts';

type Conditions = RawBuilder<unknown>[];

const among = (column: string, values: readonly unknown[] | undefined): Conditions =>
  values?.length ? [sql`${sql.raw(column)} = any(${values})`] : [];

/**
 * The rows of a table of facts or schedules that the scope is about. Facts carry their schedule's farm and day; a join says it of both,
 * so that neither is read beyond the range.
 */
export const inScope = (scope: ReportScope, t: string, day = 'planned_on') =>
  sql`${sql.raw(t)}.client_id = ${scope.client} and ${sql.raw(t)}.farm_id = any(${scope.farmIds})
    and ${sql.raw(t)}.${sql.raw(day)} between ${scope.from}::date and ${scope.to}::date`;

/**
 * The same of schedules `s` that what is joined with them has found already, none of which is deleted. To be said all the same: the index of days
 * knows those alone, and without it all that a client ever fed is read.
 */
export const scheduleInScope = (scope: ReportScope, s: string) => sql`${inScope(scope, s)} and not ${sql.raw(s)}.deleted`;

/** Whether a farm's `day` is over: what has no facts by then isn't waited for, it wasn't recorded. Rows name their farm as `<t>.farm_id`. */
export function isOver({ farms }: Pick<ReportScope, 'farms'>, t: string, day = 'planned_on'): RawBuilder<boolean> {
  const column = sql.raw(`${t}.${day}`);
  const todays = [...new Set(farms.map(({ today }) => today))];
  // Farms rarely differ in what day it is.
  if (todays.length < 2) return sql`(${column} < ${todays[0] ?? null}::date)`;
  const idsOf = (today: string) => farms.flatMap((farm) => (farm.today === today ? [farm.id] : []));
  const each = todays.map((today) => sql`(${sql.raw(`${t}.farm_id`)} = any(${idsOf(today)}::bigint[]) and ${column} < ${today}::date)`);
  return sql`(${sql.join(each, sql` or `)})`;
}

/** What the filters ask of a schedule `t` (or of rows that carry its columns), groups aside. */
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
const dayOf = (t: string, day: string): RawBuilder<unknown> => sql.raw(`${t}.${day}`);

const all = (conditions: Conditions) => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`);

/** The filters of stock, for an ingredient `t`. */
export const matchesIngredient = ({ filters }: ReportScope, t: string) =>
  all([...among(`${t}.id`, filters.ingredient), ...among(`${t}.stock_id`, filters.stock)]);

/** The filter of ingredients, for facts. */
export const ofIngredient = ({ filters }: ReportScope, column: string) => all(among(column, filters.ingredient));

/** The filters of groups, for rows `t` that name one, of a day. */
export const matchesGroup = (scope: ReportScope, t: string, day: string) => all(ofGroup(scope, t, dayOf(t, day)));

/** The same for rows that are of no day, by the types of the range's last day. */
export const matchesGroupAtEnd = (scope: ReportScope, t: string) => all(ofGroup(scope, t, sql`${scope.to}::date`));

/** The same for rows of a month, given by its first day, by the types of the month's last day. */
export const matchesGroupOfMonth = (scope: ReportScope, t: string) => all(ofGroup(scope, t, sql.raw(lastDayOf(`${t}.month`))));

/** Whether a group's day, which `t` names, is one on feed. */
export const isOnFeed = (client: number, t: string) => sql`exists (select from animal_group p
  where p.client_id = ${client} and p.id = ${sql.raw(t)}.group_id and p.programme_id is not null and ${sql.raw(t)}.day >= p.started_on)`;

/** The filters, for one schedule × group. */
export const matchesFeeding = (scope: ReportScope, t: string) =>
  all([
    ...ofSchedule(scope, t, 'schedule_id'),
    ...ofGroup(scope, t, dayOf(t, 'day')),
    ...(scope.onFeed ? [isOnFeed(scope.client, t)] : []),
  ]);

/** The filters, for a batch of compound feed `t` of a farm `f`. */
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

/** The filters, for a schedule: its groups count where it feeds any that was asked for. */
export function matchesSchedule(scope: ReportScope, t: string) {
  const groups = ofGroup(scope, 'sg', dayOf('sg', 'planned_on'));
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
