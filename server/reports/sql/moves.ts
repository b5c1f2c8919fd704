import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { STOCK_MOVES, type StockMove, TAKES_AWAY } from '#contract/reports/inout.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';
import { matchesIngredient } from './conditions.ts';
import { ALWAYS, monthAfter, type Piece, piecesOf } from './months.ts';
import { movedAt } from './prices.ts';
import type { ReportScope } from './scope.ts';

/** The kind of a row of `move`. A load by a farm of the report is its own feeding; a load by another farm takes from a shared stock. */
export const MOVE_IS: Record<StockMove, string> = {
  received: `kind = 'delivery'`,
  harvested: `kind = 'harvest'`,
  crafted_in: `kind = 'craft_in'`,
  transferred_in: `kind = 'transfer_in'`,
  sold: `kind = 'sale'`,
  fed: `kind = 'load' and own`,
  fed_by_others: `kind = 'load' and not own`,
  crafted_out: `kind = 'craft_out'`,
  transferred_out: `kind = 'transfer_out'`,
  counted: `kind = 'count'`,
};

/** The ingredients of the report: the farms' own, and those in stocks that their companies share. */
export const stockIngredients = (scope: ReportScope): RawBuilder<unknown> => sql`
  stocked as materialized (
    select t.id from ingredient t where t.client_id = ${scope.client} and ${ingredientVisibleTo(scope.farmIds)} and ${matchesIngredient(scope, 't')}
  ), reach as materialized (
    select array_agg(id) as ids from stocked
  )`;

/** A reading of the roll-up of months or days. By a list of feeds, not a join, for which all days of many feeds would be read. */
const rolledUp = (scope: ReportScope, of: Piece['of'], when: RawBuilder<unknown>) => sql`
    select ingredient_id, ${sql.ref(of)} as day, kg, value, kind, farm_id = any(${scope.farmIds}) as own, moves
    from ${movedAt(scope, `stock_${of}`)} d where client_id = ${scope.client} and ingredient_id = any((select ids from reach)::bigint[]) and ${when}`;

const between = (of: Piece['of'], { from, to }: Pick<Piece, 'from' | 'to'>) => sql`${sql.ref(of)} between ${from}::date and ${to}::date`;
const eachDay = (scope: ReportScope) => rolledUp(scope, 'day', between('day', scope));
/** An opening balance in the range is stock that lay there before its feed's first move: part of `opening`, not of what came. */
const OPENED = sql.raw(`kind = 'opening_balance'`);

type Part = Piece & { part: number };

const MONTHLY = sql.raw('ingredient_id, day as month, kg, value, kind, own, moves');

/** The months of all parts of time in sequence from the first one on, except months between two parts that only have days. */
function monthsIn(scope: ReportScope, months: readonly Part[]): RawBuilder<unknown> {
  // Without a lower bound: the planner would assume few rows between two days that it doesn't know.
  const conditions = [sql`month <= ${months.at(-1)?.to ?? ALWAYS}::date`];
  for (const [n, { from }] of months.entries()) {
    const before = months[n - 1]?.to;
    if (before && monthAfter(before) !== from) conditions.push(sql`not (month > ${before}::date and month < ${from}::date)`);
  }
  const parts = months.toReversed().map(({ from, part }) => sql`when day >= ${from}::date then ${sql.lit(part)}`);
  return sql`select case ${sql.join(parts, sql` `)} end as part, ${MONTHLY} from (${rolledUp(scope, 'month', sql.join(conditions, sql` and `))}) d`;
}

/** Some days, for each of the parts that they are of, added to it or taken away. */
function daysIn(scope: ReportScope, same: readonly Part[]): RawBuilder<unknown> {
  const parts = same.map(({ part, taken }) => sql`(${sql.lit(part)}, ${sql.lit(taken ? -1 : 1)})`);
  return sql`
    select p.part, ingredient_id, month_of(day) as month, p.sign * kg as kg, p.sign * value as value, kind, own, p.sign * moves as moves
    from (${rolledUp(scope, 'day', between('day', same[0] as Part))}) d cross join (values ${sql.join(parts)}) as p (part, sign)`;
}

/** The roll-ups' sums of all time before a range (`part` 0) and, if requested, of the range (1), by month. */
function inParts(scope: ReportScope, range?: Pick<ReportScope, 'from' | 'to'>): RawBuilder<unknown> {
  const before = { part: 0, from: ALWAYS, to: addDays(scope.from, -1) };
  const pieces = [before, ...(range ? [{ part: 1, ...range }] : [])].flatMap(({ part, from, to }) =>
    piecesOf(from, to).map((piece) => ({ ...piece, part })),
  );
  const days = groupBy(
    pieces.filter(({ of }) => of === 'day'),
    ({ from, to }) => `${from} ${to}`,
  );
  return sql.join(
    [
      monthsIn(
        scope,
        pieces.filter(({ of }) => of === 'month'),
      ),
      ...[...days.values()].map((same) => daysIn(scope, same)),
    ],
    sql` union all `,
  );
}

/**
 * CTE `move`: moves up to the last day by farm, day and kind, from the roll-ups; `day` is empty before the first day. A reversal has the
 * kind of the move that it reverses, on its own day. No filter on stock is finer than the roll-ups.
 */
export const stockMoves = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${stockIngredients(scope)}, move as materialized (
    select ingredient_id, null::date as day, kg, value, kind, own, moves, null::date as opened_on from (${inParts(scope)}) b
    union all
    select ingredient_id, case when not ${OPENED} then day end, kg, value, kind, own, moves, case when ${OPENED} then day end from (${eachDay(scope)}) d
  )`;

/** The same of the range alone. */
export const stockMovesByDay = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${stockIngredients(scope)}, move as (select * from (${eachDay(scope)}) d where not ${OPENED})`;

/**
 * CTE `move` for queries without days: sums by all other keys, with no `day` before the range and the first day for the whole range. With
 * `months`, sums of all feeds are added, without an ingredient and on the first of each month. Each roll-up is scanned once.
 */
export function stockMovesInAll(scope: ReportScope, months = false): RawBuilder<unknown> {
  const day = sql`case when part = 1 and not ${OPENED} then ${scope.from}::date end`;
  return sql`
  ${stockIngredients(scope)}, summed_move as (
    select ingredient_id, ${months ? sql`month` : sql`null::date as month`}, part, kind, own, sum(kg) as kg, sum(value) as value, sum(moves) as moves
    from (${inParts(scope, scope)}) r
    group by grouping sets ((ingredient_id, part, kind, own)${months ? sql`, (month, part, kind, own)` : sql``})
  ), move as materialized (
    select ingredient_id, coalesce(month, ${day}) as day, kind, own, kg, value, moves, case when part = 1 and ${OPENED} then ${scope.from}::date end as opened_on
    from summed_move${months ? sql` where ingredient_id is not null or part = 1` : sql``}
  )`;
}

/** CTE `move`: each row of the ledger in the range, for queries that the roll-up can't answer. */
export const ledgerMoves = (scope: ReportScope): RawBuilder<unknown> => sql`
  ${stockIngredients(scope)}, move as materialized (
    select l.ingredient_id, l.day, l.kg, l.value, coalesce(o.kind, l.kind) as kind, l.farm_id = any(${scope.farmIds}) as own,
      -- What takes a move back has the dry matter of what it takes back.
      l.schedule_id, l.delivery_id, l.batch_id, l.transfer_id, l.harvest_id, coalesce(o.created_at, l.created_at) as created_at
    from ${movedAt(scope, 'ledger')} l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
    where l.client_id = ${scope.client} and l.ingredient_id in (select id from stocked) and l.day between ${scope.from}::date and ${scope.to}::date
      and coalesce(o.kind, l.kind) <> 'opening_balance'
  )`;

const sumKgSql = (...kinds: string[]) => `coalesce(sum(kg) filter (where kind in ('${kinds.join("', '")}')), 0)`;
/** Transfers from other stores less transfers to them, over the added rows: between stores of the report the sum is zero. */
const BETWEEN_STORES = sumKgSql('transfer_in', 'transfer_out');
/** Receipts and uses in the rows of one day, in kilograms. Together with counts they are all moves. */
export const CAME = `(${sumKgSql('delivery', 'harvest', 'craft_in')} + greatest(${BETWEEN_STORES}, 0))`;
export const USED = `(greatest(-${BETWEEN_STORES}, 0) - ${sumKgSql('load', 'sale', 'craft_out')})`;

/** The sum of one kind of move in the range, in kilograms or money. */
export const sumOf = (what: 'kg' | 'value', move: StockMove) =>
  `${TAKES_AWAY.has(move) ? '-' : ''}coalesce(sum(${what}) filter (where day is not null and ${MOVE_IS[move]}), 0)`;
/**
 * Sums over moves: opening and closing kilograms, each kind in kilograms and money; `booked_before` and `booked` are what the moves before the
 * first day, and all of them, came to.
 */
export const MOVE_SUMS = [
  'coalesce(sum(kg) filter (where day is null), 0) as opening',
  'coalesce(sum(kg), 0) as closing',
  'coalesce(sum(kg) filter (where opened_on is not null), 0) as opened',
  'coalesce(sum(value) filter (where opened_on is not null), 0) as opened_value',
  'coalesce(sum(value) filter (where day is null), 0) as booked_before',
  'coalesce(sum(value), 0) as booked',
  ...STOCK_MOVES.flatMap((move) => [`${sumOf('kg', move)} as ${move}`, `${sumOf('value', move)} as ${move}_value`]),
].join(', ');
