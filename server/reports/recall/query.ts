import { type RawBuilder, sql } from 'kysely';
import { eatenView, recallView } from '#contract/reports/recall-view.ts';
import { fedLots } from '#server/domain/lots/fed-lots.ts';
import { LOT_PAPER, lotPapers } from '#server/domain/lots/lot-papers.ts';
import { isStanding, lotShares } from '#server/domain/lots/lot-shares.ts';
import { traceLots } from '#server/domain/lots/trace-lots.ts';
import { type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { type CellsOf, selected } from '#server/reports/sql/formulas.ts';
import { stockIngredients } from '#server/reports/sql/moves.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { findLot, makeRecallDetail } from './detail.ts';

const sumSql = (condition: string) => `coalesce(sum(s.kg) filter (where ${condition}), 0)`;
/** Kilograms of a lot by the kind of move with which they left its store. */
const WENT = {
  lot_loaded: sumSql("i.kind = 'load'"),
  lot_sold: sumSql("i.kind = 'sale'"),
  lot_passed_on: sumSql("i.kind in ('transfer_out', 'craft_out')"),
  lot_lost: sumSql("i.kind = 'count'"),
  lot_rest: sumSql('s.issue is null'),
} as const;
const WENT_NAMES = ['lot_loaded', 'lot_sold', 'lot_passed_on', 'lot_lost', 'lot_rest'] as const;
const ROW = {
  ...LOT_PAPER,
  ...Object.fromEntries(WENT_NAMES.map((name) => [name, `w.${name}`])),
  lot_eaten: 'o.eaten',
} as typeof LOT_PAPER & Record<(typeof WENT_NAMES)[number] | 'lot_eaten', string>;
type Lot = CellsOf<typeof ROW>;

/** The lots of the CTE `chosen_lot` (`id`, `eaten`) with what became of their kilograms. */
const selectLots = (client: number, begin: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with recursive ${begin}, ${lotPapers(client, sql`(select array_agg(id) from chosen_lot)`)}, went_from as (
    select s.receipt, ${sql.raw(selected(WENT))}
    from chosen_lot c join lot_share s on s.receipt = c.id left join standing i on i.id = s.issue
    group by s.receipt
  )
  select ${sql.raw(selected(ROW))}
  from (select p.*, c.eaten from lot_paper p join chosen_lot c on c.id = p.id) o join went_from w on w.receipt = o.id
  order by o.received_on, o.ingredient, o.id`;

/** Lots that entered the stores of the report on its days. */
const receivedLots = (scope: ReportScope) => sql`
  ${stockIngredients(scope)}, received as materialized (
    select l.id, l.ingredient_id from ledger l
    where l.client_id = ${scope.client} and l.ingredient_id = any((select ids from reach)::bigint[]) and l.day between ${scope.from}::date and ${scope.to}::date
      and l.kg > 0 and ${sql.raw(isStanding('l'))}
  ), ${lotShares(scope.client, sql`(select coalesce(array_agg(distinct ingredient_id), '{}') from received)::bigint[]`, { summed: true })}, chosen_lot as materialized (
    select id, null::numeric as eaten from received
  )`;

/** Lots in the feed that the groups were given on the days of the report, also in leftovers of other groups. */
function eatenLots(scope: ReportScope, issues: readonly number[]) {
  const { client, from, to, filters } = scope;
  return sql`
  ${stockIngredients(scope)}, ${traceLots(client, { issues: sql`${issues}` })}, ${fedLots(client, issues)}, chosen_lot as materialized (
    select f.lot as id, sum(f.kg) as eaten
    from fed_lot f join schedule s on s.client_id = ${client} and s.id = f.schedule_id and s.planned_on between ${from}::date and ${to}::date
    where f.group_id = any(${filters.group}) and s.farm_id = any(${scope.farmIds})
      and exists (select from standing m join stocked k on k.id = m.ingredient_id where m.id = f.lot)
    group by f.lot having sum(f.kg) > 0
  )`;
}

/** The moves of all loads from which the groups were fed on these days, and of the loads whose leftovers these contained. */
async function readLoads({ client, db, from, to, filters, farmIds }: ReportScope): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive eaten (schedule_id) as (
      select g.schedule_id from schedule_group g
      where g.client_id = ${client} and g.farm_id = any(${farmIds}) and g.planned_on between ${from}::date and ${to}::date
        and g.group_id = any(${filters.group}) and g.weight_fact > 0
      union
      select c.from_schedule_id from eaten e join carried_feed c on c.client_id = ${client} and c.to_schedule_id = e.schedule_id
    )
    select l.id from eaten e join ledger l on l.client_id = ${client} and l.schedule_id = e.schedule_id and l.kind = 'load' and l.kg < 0
    where ${sql.raw(isStanding('l'))}`.execute(db);
  return rows.map(({ id }) => id);
}

async function readLots(scope: ReportScope): Promise<Lot[]> {
  const begin = scope.filters.group?.length ? eatenLots(scope, await readLoads(scope)) : receivedLots(scope);
  return (await sql<Lot>`${selectLots(scope.client, begin)}`.execute(scope.db)).rows;
}

const SUMS = ['lot_received', ...WENT_NAMES, 'lot_eaten'] as const;

async function makeRecall(scope: ReportScope): Promise<Made<typeof recallView>> {
  const rows = await readLots(scope);
  const totals = await sumFigures(scope, rows);
  return { rows, totals, tiles: { ...pick(totals, ['lot_received', 'lot_rest']), lots: rows.length }, series: {} };
}

/** Totals of the rows, in exact decimals. */
async function sumFigures({ db }: ReportScope, rows: readonly Lot[]) {
  const { rows: sums } = await sql<Record<(typeof SUMS)[number], number | null>>`
    select ${sql.raw(SUMS.map((name) => `sum(${name}) as ${name}`).join(', '))}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${sql.raw(SUMS.map((name) => `${name} numeric`).join(', '))})`.execute(
    db,
  );
  return pick(sums[0], SUMS);
}

export const recallServer: ReportServer<typeof recallView> = {
  facts: 'stock',
  rowKeys: ['lot_key'],
  viewOf: (filters) => (filters.group?.length ? eatenView : recallView),
  make: makeRecall,
  detail: { view: recallView.detail, find: findLot, make: makeRecallDetail },
};
