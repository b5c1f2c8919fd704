import { type RawBuilder, sql } from 'kysely';
import { leftoversIn, loadBase, shareOf } from '#server/domain/load-shares.ts';
import { carriedOn, loadParts } from './carried.ts';
import { inScope, isOver, matchesFeeding } from './conditions.ts';
import { deviation, deviationPercent } from './formulas.ts';
import type { ReportScope } from './scope.ts';
import { signedOrAbsolute } from './signed-or-absolute.ts';

export const FACT = 'case when g.counted then coalesce(g.weight_fact, 0) end';

/**
 * CTEs that end in `feeding`: one row per schedule and group that isn't ignored, with `plan`, `fact` (empty until unloading has ended),
 * `over` of its day, and the group's share of the load's kilograms (`of_load`), `cost` and `dry_matter`, less leftovers fed to others
 * (`refed`, `refed_dm`, `refed_cost`). `leftover` is everything that the group left and `leftover_dm` the part not fed again; neither
 * contains leftovers of ignored feedings. `carried` and `carried_cost` are the parts of the load from leftovers, less those fed again.
 * `miss` is fact − plan; `error` is cost of fact − cost of plan, at the cost of a kilogram of the mix. `mix` is one row per load: its
 * contents, and the `whole` that it is divided by. Shares are computed before the filters, which would change their base.
 */
export const feedings = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${fedLoads(scope, LOAD_WORTH)}, ${leftByDay(scope)}, went_on as (
    select from_schedule_id, from_group_id, sum(kg) as kg, sum(dry_matter) as dry_matter, sum(cost) as cost
    from (${carriedOn(scope)}) c group by from_schedule_id, from_group_id
  ), feeding as materialized (
    select f.*, m.whole, ${sql.raw(deviationPercent('f.fact', 'f.plan'))} as off,
      coalesce(w.kg, 0) as refed, coalesce(w.dry_matter, 0) as refed_dm, coalesce(w.cost, 0) as refed_cost,
      ${sql.raw(shareOf('m.kg', 'f.fact', 'm.whole'))} - coalesce(w.kg, 0) as of_load,
      ${sql.raw(shareOf('m.cost', 'f.fact', 'm.whole'))} - coalesce(w.cost, 0) as cost,
      ${sql.raw(PART_CARRIED)} - coalesce(w.kg, 0) as carried,
      coalesce(${sql.raw(shareOf('m.carried_cost', 'f.fact', 'm.whole'))}, 0) - coalesce(w.cost, 0) as carried_cost,
      ${sql.raw(signedOrAbsolute(scope, deviation('f.fact', 'f.plan')))} as miss,
      ${sql.raw(signedOrAbsolute(scope, shareOf('m.cost', deviation('f.fact', 'f.plan'), 'm.whole')))} as error,
      ${sql.raw(shareOf('m.dry_matter', 'f.fact', 'm.whole'))} - coalesce(w.dry_matter, 0) as dry_matter,
      ${sql.raw(shareOf('o.weight', 'f.fact', '(f.given + o.left_out)'))} as leftover,
      ${sql.raw(shareOf('m.dry_matter', 'o.weight * f.fact', '(m.whole * (f.given + o.left_out))'))} - coalesce(w.dry_matter, 0) as leftover_dm
    from fed f left join mix m on m.schedule_id = f.schedule_id
    left join went_on w on w.from_schedule_id = f.schedule_id and w.from_group_id = f.group_id
    left join left_by_day o on o.group_id = f.group_id and o.day = f.day
    where ${matchesFeeding(scope, 'f')}
  )`;

const LOAD_KG = 'sum(p.kg) as kg';
const LOAD_WORTH = `${LOAD_KG}, sum(p.cost) as cost, sum(p.dry_matter) as dry_matter,
  sum(p.kg) filter (where p.carried) as carried, sum(p.cost) filter (where p.carried) as carried_cost`;
/** A feeding's part of the kilograms that came into its load with refusals: all of them went to those who were given something. */
const PART_CARRIED = `coalesce(${shareOf('m.carried', 'f.fact', 'f.unloaded')}, 0)`;

/** The columns of a feeding that filters use. */
export const FED = `g.schedule_id, g.farm_id, g.planned_on as day, g.group_id, g.ration_id, g.mixer_id, s.operator_id, s.loading_id, s.status, ${FACT} as fact`;
/** Every schedule `s` × group `g` that isn't ignored, for use after a select list. */
export const fromFed = (scope: ReportScope): RawBuilder<unknown> => sql`
  from schedule_group g join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
  where ${inScope(scope, 'g')} and ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports`;

/** CTEs `fed`, every schedule × group, and `mix`, every load with `figures` of its contents. */
const fedLoads = (scope: ReportScope, figures: string): RawBuilder<unknown> => sql`
  fed as materialized (
    select ${sql.raw(FED)}, g.heads, g.started_at, g.seconds, g.counted, ${isOver(scope, 'g')} as over, ${sql.raw(leftoversIn('s'))} as leftovers_in, g.weight_plan as plan,
      sum(${sql.raw(FACT)}) over (partition by g.schedule_id) as unloaded,
      sum(${sql.raw(FACT)}) over (partition by g.planned_on, g.group_id) as given
    ${fromFed(scope)}
  ), loaded as (
    select p.schedule_id, ${sql.raw(figures)} from (${loadParts(scope)}) p group by p.schedule_id
  ), mix as materialized (
    select l.*, u.unloaded, ${sql.raw(loadBase('l.kg', 'u.leftovers_in', 'u.unloaded'))} as whole
    from loaded l left join (
      select schedule_id, max(leftovers_in) as leftovers_in, max(unloaded) as unloaded from fed group by schedule_id
    ) u on u.schedule_id = l.schedule_id
  )`;

/** CTEs that end in a `feeding` with only the `whole` of its load, which is enough to divide the other values of the load. */
export const feedingPortions = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${fedLoads(scope, LOAD_KG)}, feeding as materialized (
    select f.*, m.whole from fed f left join mix m on m.schedule_id = f.schedule_id where ${matchesFeeding(scope, 'f')}
  )`;

/**
 * CTE `left_by_day`: the leftovers of each group's feeding days, with the feed given on them by feedings that reports ignore (`left_out`,
 * kg).
 */
export const leftByDay = (scope: ReportScope) => sql`
  left_by_day as (
    select l.group_id, l.day, l.weight, coalesce(g.kg, 0) as left_out
    from (
      select group_id, fed_on as day, sum(weight) as weight from leftover l where ${inScope(scope, 'l', 'fed_on')} group by group_id, fed_on
    ) l left join (${leftOutGiven(scope)}) g using (group_id, day)
  )`;

/** The feed given to groups on a day by feedings that reports ignore. */
export const leftOutGiven = (scope: ReportScope) => sql`
  select g.group_id, g.planned_on as day, sum(g.weight_fact) as kg from schedule_group g
  where ${inScope(scope, 'g')} and g.left_out and g.weight_fact > 0 group by g.group_id, g.planned_on`;
