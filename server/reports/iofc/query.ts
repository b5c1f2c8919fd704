import { sql } from 'kysely';
import { cutOfMilk, iofcView } from '#contract/reports/iofc-view.ts';
import type { Note } from '#contract/reports/shape.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { nameIn } from '#server/reports/sql/feeding-levels.ts';
import { namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import { groupingsOf, type LevelRow } from '#server/reports/sql/levels.ts';
import { milkDays } from '#server/reports/sql/milk.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';
import { milkFigures } from './formulas.ts';
import { noteSteps, ORDER_OF_NOTES } from './notes.ts';

const STEPS = { day: 'day', week: "date_trunc('week', day::timestamp)::date", month: 'month_of(day)' } as const;
const COLUMNS = { step: 'date', farm_id: 'bigint', group_id: 'bigint' } as const;
const LEVELS = {
  group: { row: ['step', 'farm_id', 'group_id'], time: ['step'], group: ['farm_id', 'group_id'], total: [] },
  farm: { row: ['step', 'farm_id'], time: ['step'], group: ['farm_id', 'group_id'], total: [] },
} as const;
const NAMED = {
  level: 't.level',
  step: 't.step',
  farm_id: 't.farm_id',
  farm: 'f.name',
  group_id: 't.group_id',
  group: 'g.name',
  groups_rest: 'round(r.rest, 6)',
} as const;
const SUMS =
  'sum(kg) as kg, sum(fat) as fat, sum(protein) as protein, sum(eaten) as eaten, sum(cost) as cost, sum(heads)::numeric as heads';

type Figures = ReturnType<typeof milkFigures>;
type IofcRow = LevelRow<typeof NAMED & Figures> & { notes: Note[] | null };

/** Figures of each requested level; the total has its notes from the same scan. */
async function query(scope: ReportScope, withNotes: boolean): Promise<IofcRow[]> {
  const { rows, step, formula } = cutOfMilk(scope.filters);
  const { select, sets } = groupingsOf(COLUMNS, LEVELS[rows]);
  const { rows: found } = await sql<IofcRow>`
    with ${milkDays(scope, await daySourcesOf(scope, false))}, ${withNotes ? sql`${noteSteps(scope)},` : sql``} summed as (
      -- What nobody knows the price of has no money, and nothing that it is in.
      select ${sql.raw(`${select}, ${SUMS}, case when bool_and(money is not null) then sum(money) end as money`)}
      from (select *, ${sql.raw(STEPS[step])} as step from both_day) d group by grouping sets (${sql.raw(sets)})
    ), rest as (
      -- The identity that the report shows: its rows sum to the whole.
      select sum(money - cost) filter (where level = 'total') - sum(money - cost) filter (where level = 'row') as rest from summed
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(milkFigures(formula))}`)},
      ${withNotes ? NOTES : sql`null`} as notes
    from summed t cross join rest r
    left join farm f on f.client_id = ${scope.client} and f.id = t.farm_id
    left join animal_group g on g.client_id = ${scope.client} and g.id = t.group_id
    order by t.step, f.name, t.farm_id, g.name, t.group_id`.execute(scope.db);
  return found;
}

/** All of them, at one row. */
const NOTES = sql`case when t.level = 'total' then (select coalesce(json_agg(n order by ${ORDER_OF_NOTES}), '[]') from note n) end`;

const FIGURES = namesOf(milkFigures('ifcn'));

async function makeIofc(scope: ReportScope): Promise<Made> {
  const { step } = cutOfMilk(scope.filters);
  const [rows, before] = await Promise.all([query(scope, true), previously(scope, (range) => query(range, false))]);
  const inTime = ({ step: day, groups_rest: _, notes: __, ...row }: Omit<IofcRow, 'level'>) => ({ ...row, [step]: day });
  const [total] = atLevel(rows, 'total');
  return {
    rows: atLevel(rows, 'row').map((row) => ({ id: [row.step, row.farm_id, row.group_id ?? 0].join('_'), ...inTime(row) })),
    totals: pick(total, FIGURES),
    tiles: pick(total, [...FIGURES, 'groups_rest']),
    previous: before && pick(atLevel(before, 'total')[0], [...FIGURES, 'groups_rest']),
    series: {
      by_time: atLevel(rows, 'time').map((row) => ({ [step]: row.step, ...pick(row, ['iofc_per_head', 'cost_per_head']) })),
      by_group: atLevel(rows, 'group').map((row) => ({ ...pick(row, ['group_id', 'iofc_per_head']), group: toRowName(scope, row) })),
    },
    notes: total?.notes ?? [],
  };
}

/** A farm's milk as a whole is that of no group. */
function toRowName(scope: ReportScope, row: Omit<IofcRow, 'level'>) {
  if (row.group !== null) return nameIn(scope, row, 'group');
  return scope.farms.length > 1 ? row.farm : null;
}

export const iofcServer: ReportServer = {
  viewOf: iofcView,
  rowKeys: (filters) => [cutOfMilk(filters).step, 'farm_id', 'group_id'],
  make: makeIofc,
};
