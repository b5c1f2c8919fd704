import { sql } from 'kysely';
import { DESTINATIONS, refusalsView } from '#contract/reports/refusals-view.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { inScope } from '#server/reports/sql/conditions.ts';
import { nameIn } from '#server/reports/sql/feeding-levels.ts';
import { feedings, leftOutGiven } from '#server/reports/sql/feedings.ts';
import { namesOf, percentOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

const FIGURES = {
  weight: 't.kg',
  of_left: percentOf('t.kg', 'w.kg'),
  of_given: percentOf('t.kg', 'g.given'),
  refused_dry_matter: 't.dry_matter',
  refused_cost: 't.cost',
  income: 'coalesce(t.income, 0)',
  loss: 't.loss',
  refed: 'coalesce(t.refed, 0)',
  sold: 'coalesce(t.sold, 0)',
  waste: 'coalesce(t.waste, 0)',
  refed_share: percentOf('coalesce(t.refed, 0)', 't.kg'),
  // Leftovers in feedings without a destination.
  unaccounted: 'g.leftover - t.kg',
} as const;
const NAMED = {
  level: 't.level',
  farm_id: 't.farm_id',
  farm: 'f.name',
  group_id: 't.group_id',
  group: 'a.name',
  day: 't.day',
  destination: 't.destination',
  to_group: 'o.name',
} as const;
type RefusalRow = LevelRow<typeof NAMED & typeof FIGURES>;

const of = (destination: string) => `sum(kg) filter (where destination = '${destination}') as ${destination}`;
const LEVELS = `case grouping(group_id, day, destination) when 2 then 'row' when 3 then 'group' when 5 then 'day' else 'total' end as level`;

/**
 * Each group's leftovers belong to their feeding day, and are worth their part of the feed given then; leftovers of ignored feedings are in
 * no figure. Feed passed on to others may again be thrown away in part.
 */
async function query(scope: ReportScope): Promise<RefusalRow[]> {
  const { client } = scope;
  const { rows } = await sql<RefusalRow>`
    with ${feedings(scope)}, given_day as (
      select farm_id, group_id, day, sum(fact) as given, sum(cost + refed_cost) as cost, sum(dry_matter + refed_dm) as dry_matter, sum(leftover) as leftover
      from feeding where fact > 0 group by farm_id, group_id, day
    ), weighed as (
      select l.group_id, l.fed_on as day, l.destination, l.to_group_id, l.refed, l.weight, l.sold_price, coalesce(g.kg, 0) as left_out
      from leftover l left join (${leftOutGiven(scope)}) g on g.group_id = l.group_id and g.day = l.fed_on
      where ${inScope(scope, 'l', 'fed_on')} and l.weight > 0
    ), went as (
      select g.farm_id, g.group_id, g.day, d.destination, d.to_group_id, d.kg, g.cost * d.kg / g.given as cost, g.dry_matter * d.kg / g.given as dry_matter,
        case d.destination when 'sold' then d.kg * w.sold_price end as income
      from weighed w join given_day g on g.group_id = w.group_id and g.day = w.day
      cross join lateral (
        select p.destination, p.to_group_id, case w.left_out when 0 then p.kg else p.kg * g.given / (g.given + w.left_out) end as kg
        from (
          select 'refed' as destination, w.to_group_id, coalesce(w.refed, w.weight) as kg where w.destination = 'group'
          union all
          select case w.destination when 'group' then 'waste' else w.destination end, null,
            case w.destination when 'group' then w.weight - coalesce(w.refed, w.weight) else w.weight end
        ) p
      ) d where d.kg > 0
    ), summed as (
      select ${sql.raw(LEVELS)}, farm_id, group_id, day, destination, to_group_id, sum(kg) as kg, sum(cost) as cost, sum(dry_matter) as dry_matter,
        sum(income) as income, sum(case when destination = 'refed' then 0 else cost - coalesce(income, 0) end) as loss,
        ${sql.raw(DESTINATIONS.map(of).join(', '))}
      from went group by grouping sets ((farm_id, group_id, destination, to_group_id), (farm_id, group_id), (day), ())
    ), given_group as (
      select farm_id, group_id, sum(given) as given, sum(leftover) as leftover from given_day group by grouping sets ((farm_id, group_id), ())
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from summed t
    -- Of a group, and in all: by equal keys, of nothing as 0.
    left join summed w on w.level = case when t.group_id is null then 'total' else 'group' end and coalesce(w.group_id, 0) = coalesce(t.group_id, 0)
    left join given_group g on coalesce(g.group_id, 0) = coalesce(t.group_id, 0)
    left join farm f on f.client_id = ${client} and f.id = t.farm_id
    left join animal_group a on a.client_id = ${client} and a.id = t.group_id
    left join animal_group o on o.client_id = ${client} and o.id = t.to_group_id
    order by t.day, f.name, t.farm_id, a.name, t.group_id, array_position(${[...DESTINATIONS]}::text[], t.destination), o.name, t.to_group_id`.execute(
    scope.db,
  );
  return rows;
}

const TOTALS = namesOf(FIGURES);

async function makeRefusals(scope: ReportScope): Promise<Made<typeof refusalsView>> {
  const [rows, before] = await Promise.all([query(scope), previously(scope, query)]);
  const total = pick(atLevel(rows, 'total').filter(({ weight }) => weight !== null)[0], TOTALS);
  return {
    rows: atLevel(rows, 'row').map((row) => ({ id: `${row.group_id}_${row.destination}_${row.to_group ?? ''}`, ...row })),
    totals: total,
    tiles: total,
    previous: before && pick(atLevel(before, 'total')[0], TOTALS),
    series: {
      by_day: atLevel(rows, 'day').map((row) => pick(row, ['day', ...DESTINATIONS])),
      by_group: atLevel(rows, 'group').map((row) => ({ group: nameIn(scope, row, 'group'), ...pick(row, ['group_id', 'loss']) })),
    },
  };
}

export const refusalsServer: ReportServer<typeof refusalsView> = {
  rowKeys: ['group_id', 'destination', 'to_group'],
  viewOf: () => refusalsView,
  make: makeRefusals,
};
