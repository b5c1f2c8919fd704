import { sql } from 'kysely';
import { BI_VIEWS } from '#contract/bi.ts';
import { KEPT, OF, SHARE_SUMS, SUMS, shareParts } from '#server/reports/sql/feeding-days.ts';
import { FACT, feedings } from '#server/reports/sql/feedings.ts';
import { costOfError, deviation, dryMatter } from '#server/reports/sql/formulas.ts';
import { CLIENT, isKeptDay, STALE_SCOPE, toViewSql } from './fill-scope.ts';

/** Digits after the point. Programs of analysis read at most 28 digits of a number. */
const rounded = (value: string) => `round(${value}, 12)`;
const writeColumns = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([name, value]) => `${value} as ${name}`)
    .join(', ');

const NAMES = {
  farm_id: 't.farm_id',
  farm_name: 'f.name',
  group_id: 't.group_id',
  group_name: 'g.name',
  ration_id: 't.ration_id',
  ration_name: 'r.name',
  mixer_id: 't.mixer_id',
  mixer_name: 'm.name',
  feed_id: 't.ingredient_id',
  feed_name: 'n.name',
} as const;
type Name = keyof typeof NAMES;
const JOINS: readonly [Name, string][] = [
  ['farm_id', 'join farm f on f.client_id = t.client_id and f.id = t.farm_id'],
  ['group_id', 'join animal_group g on g.client_id = t.client_id and g.id = t.group_id'],
  ['ration_id', 'join ration r on r.client_id = t.client_id and r.id = t.ration_id'],
  ['mixer_id', 'join mixer m on m.client_id = t.client_id and m.id = t.mixer_id'],
  ['feed_id', 'join ingredient n on n.client_id = t.client_id and n.id = t.ingredient_id'],
];

/** The view's select list over rows `t`: names, then `figures`, in the order of the contract. */
export function selectNamed(view: keyof typeof BI_VIEWS, rows: string, figures: Readonly<Record<string, string>>): string {
  const known: Readonly<Record<string, string>> = { ...NAMES, ...figures };
  const columns = Object.keys(BI_VIEWS[view].columns).map((name) => [name, known[name] ?? `t.${name}`] as const);
  const joins = JOINS.filter(([id]) => columns.some(([name, value]) => name === id && value === NAMES[id])).map(([, join]) => join);
  return `select ${writeColumns(Object.fromEntries(columns))} from ${rows} ${joins.join(' ')} where t.client_id = ${CLIENT}`;
}

const OVER = '(t.day < (now() at time zone f.timezone)::date)';

/** Rows of the roll-up `feeding_day`, and the facts of stale days in its shape. */
const groupDays = toViewSql(sql`(
  with ${feedings(STALE_SCOPE)}
  select ${STALE_SCOPE.client}::bigint as client_id, ${sql.raw(`${OF}, ${SUMS}`)} from feeding group by ${sql.raw(OF)}
  union all
  select client_id, ${sql.raw(`${OF}, ${KEPT}`)} from feeding_day where client_id = ${STALE_SCOPE.client} and ${sql.raw(isKeptDay('day'))}
) t`);

/** Rows of the roll-up `share_day`, and the facts of stale days in its shape. */
const groupFeeds = toViewSql(sql`(
  with ${feedings(STALE_SCOPE)}, ${shareParts(STALE_SCOPE, sql`true`)}
  select ${STALE_SCOPE.client}::bigint as client_id, ${sql.raw(`${OF}, ingredient_id, ${SHARE_SUMS}`)} from part group by ${sql.raw(OF)}, ingredient_id
  union all
  select client_id, ${sql.raw(`${OF}, ingredient_id, given, dry_matter, cost, carried`)} from share_day
  where client_id = ${STALE_SCOPE.client} and ${sql.raw(isKeptDay('day'))}
) t`);

const IN_REPORTS = 'not s.deleted and not s.ignore_in_reports';

/** Weighings of loads, as the reports of loading read them. */
const loads = `(
  select i.client_id, i.schedule_id as load_id, i.planned_on as day, i.farm_id, s.ration_id, s.mixer_id, s.operator_id, s.status, i.ingredient_id,
    i.weight_plan as plan, case when i.counted then coalesce(i.weight_fact, 0) end as fact, i.dry_matter, i.price
  from schedule_ingredient i join schedule s on s.client_id = i.client_id and s.id = i.schedule_id
  where i.client_id = ${CLIENT} and ${IN_REPORTS}
) t`;

/** Weighings of unloading, as the reports of feeding read them. */
const unloadings = `(
  select g.client_id, g.schedule_id as load_id, g.planned_on as day, g.farm_id, g.group_id, g.ration_id, g.mixer_id, s.operator_id, s.status, g.heads,
    g.weight_plan as plan, ${FACT} as fact, g.started_at
  from schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
  where g.client_id = ${CLIENT} and ${IN_REPORTS}
) t`;

/** Views of feedings, over the SQL of the reports. */
export const FEEDING_VIEWS = {
  group_days: selectNamed('group_days', groupDays, {
    plan_kg: rounded('t.plan'),
    waiting_kg: rounded(`case when not ${OVER} then coalesce(t.open_plan, 0) else 0 end`),
    not_recorded_kg: rounded(`case when ${OVER} then coalesce(t.open_plan, 0) else 0 end`),
    fact_kg: rounded('t.fact'),
    deviation_kg: rounded('t.miss'),
    dry_matter_kg: rounded('t.dry_matter'),
    cost: rounded('t.cost'),
    cost_of_error: rounded('t.error'),
  }),
  group_feeds: selectNamed('group_feeds', groupFeeds, {
    fact_kg: rounded('t.given'),
    dry_matter_kg: rounded('t.dry_matter'),
    cost: rounded('t.cost'),
  }),
  loads: selectNamed('loads', loads, {
    plan_kg: 't.plan',
    fact_kg: 't.fact',
    deviation_kg: deviation('t.fact', 't.plan'),
    dry_matter_kg: rounded(dryMatter('t.fact', 't.dry_matter')),
    cost: rounded('t.fact * t.price'),
    cost_of_error: rounded(costOfError('t.fact', 't.plan', 't.price')),
  }),
  feedings: selectNamed('feedings', unloadings, {
    plan_kg: 't.plan',
    fact_kg: 't.fact',
    deviation_kg: deviation('t.fact', 't.plan'),
    unloading_started_at: 't.started_at',
  }),
} as const;
