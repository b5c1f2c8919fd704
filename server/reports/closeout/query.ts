import { sql } from 'kysely';
import { closeoutView } from '#contract/reports/closeout-view.ts';
import { MAX_NOTE_ITEMS, type Note } from '#contract/reports/shape.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { isOver } from '#server/reports/sql/conditions.ts';
import { namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import { groupingsOf, type LevelRow } from '#server/reports/sql/levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { accounts } from './accounts.ts';
import { CLOSEOUT_FIGURES } from './formulas.ts';

const COLUMNS = { farm_id: 'bigint', group_id: 'bigint', lot: 'bigint', since: 'date', until: 'date' } as const;
const { select, sets } = groupingsOf(COLUMNS, { row: ['farm_id', 'group_id', 'lot', 'since', 'until'], total: [] });
const NAMED = {
  level: 't.level',
  lot: 't.lot',
  since: 't.since',
  until: 't.until',
  farm_id: 't.farm_id',
  farm: 'f.name',
  group_id: 't.group_id',
  group: 'g.name',
  cost_rest: 'round(r.rest, 6)',
} as const;
const SUMS = ['heads_in', 'kg_in', 'heads_out', 'kg_out', 'gain', 'deaths', 'on_hand', 'head_days', 'other_cost', 'cost', 'eaten'];

type CloseoutRow = LevelRow<typeof NAMED & typeof CLOSEOUT_FIGURES>;
const FIGURES = namesOf(CLOSEOUT_FIGURES);

async function query(scope: ReportScope): Promise<CloseoutRow[]> {
  const { rows } = await sql<CloseoutRow>`
    with ${accounts(scope)}, summed as (
      -- Animals without a price have no purchase, and nothing that it is part of.
      select ${sql.raw(`${select}, ${SUMS.map((name) => `sum(${name})::numeric as ${name}`).join(', ')}`)},
        case when bool_and(purchase is not null) then sum(purchase) end as purchase
      from added group by grouping sets (${sql.raw(sets)})
    ), rest as (
      -- The identity that the report shows: what accounts took, and what is in none, is all that these groups were fed.
      select coalesce((select sum(cost) from added), 0) + coalesce((select sum(cost) from spent where lot is null), 0)
        - coalesce((select sum(cost) from fed_cell), 0) as rest
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(CLOSEOUT_FIGURES)}`)}
    from summed t cross join rest r
    left join farm f on f.client_id = ${scope.client} and f.id = t.farm_id
    left join animal_group g on g.client_id = ${scope.client} and g.id = t.group_id
    order by f.name, t.farm_id, g.name, t.group_id, t.since`.execute(scope.db);
  return rows;
}

/** Days that are over on which a group that is weighed was fed, and that lie between no two weights: their feed made no gain that is known. */
async function unweighed(scope: ReportScope): Promise<Note[]> {
  const { rows } = await sql<Note>`
    with ${accounts(scope)}, left_out as (
      select s.*, g.name, row_number() over (order by s.day desc, s.group_id) as turn
      from spent s left join animal_group g on g.client_id = ${scope.client} and g.id = s.group_id
      where s.lot is null and ${isOver(scope, 's', 'day')}
    )
    select 'weight_missing' as code, count(*)::integer as count, sum(fact) as value, coalesce(round(sum(cost), 6), 0) as money,
      json_agg(json_build_object('id', null, 'day', day, 'name', name, 'value', fact) order by turn) filter (where turn <= ${MAX_NOTE_ITEMS}) as items
    from left_out having count(*) > 0`.execute(scope.db);
  return rows;
}

async function makeCloseout(scope: ReportScope): Promise<Made<typeof closeoutView>> {
  const [rows, before, notes] = await Promise.all([query(scope), previously(scope, query), unweighed(scope)]);
  const [total] = atLevel(rows, 'total');
  const own = atLevel(rows, 'row');
  // Several lots of a group are distinguished by their first day.
  const points = own.map((row) => ({
    ...pick(row, ['group_id', 'adg', 'cost_of_gain']),
    group: own.filter(({ group_id }) => group_id === row.group_id).length > 1 ? `${row.group}, ${row.since}` : row.group,
  }));
  return {
    rows: own.map(({ cost_rest: _, lot, ...row }) => ({ id: `${row.group_id}_${lot}`, ...row })),
    totals: pick(total, FIGURES),
    tiles: pick(total, [...FIGURES, 'cost_rest']),
    previous: before && pick(atLevel(before, 'total')[0], [...FIGURES, 'cost_rest']),
    series: { gain: points, cost: points },
    notes,
  };
}

export const closeoutServer: ReportServer = { viewOf: () => closeoutView, rowKeys: null, make: makeCloseout };
