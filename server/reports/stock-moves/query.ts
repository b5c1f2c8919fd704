import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { type stockMoves as definition, MAX_MOVE_DAYS } from '#contract/reports/stock-moves.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
import { invalid } from '#server/platform/errors.ts';
import { type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { type CellsOf, namesOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { CAME, MOVE_SUMS, stockIngredients, stockMoves, USED } from '#server/reports/sql/moves.ts';
import { movedAt } from '#server/reports/sql/prices.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

const NAMED = {
  id: 'l.id',
  day: 'l.day',
  at: 'l.at',
  ingredient_id: 'l.ingredient_id',
  ingredient: 'n.name',
  stock_id: 'l.stock_id',
  stock: 'k.name',
  farm_id: 'l.farm_id',
  farm: 'f.name',
  move: "case when l.kind = 'reversal' then o.kind || '_back' else l.kind end",
  about: `case
    when l.schedule_id is not null then concat_ws(' · ', p.name, r.name)
    when l.batch_id is not null then c.name
    when l.delivery_id is not null then d.name
    when l.transfer_id is not null then case when l.stock_id = x.to_id then xs.name else xt.name end
  end`,
  moved: 'l.kg',
  balance: 'round(l.balance, 6)',
  price: shownPrice('l.price'),
  moved_value: 'round(l.value, 6)',
  user: "nullif(trim(a.first_name || ' ' || a.last_name), '')",
  note: "nullif(l.note, '')",
  opens: `case when s.id is not null and not s.deleted then 'schedule_load' when b.id is not null and not b.deleted then 'animalfeed_loading' end`,
  opens_id: 'coalesce(l.schedule_id, l.batch_id)',
} as const;

/** Every row of the ledger in the range, in the order in which it was written within a day, with what lay there after it. */
async function moves(scope: ReportScope): Promise<CellsOf<typeof NAMED>[]> {
  const { client, from, to } = scope;
  const { rows } = await sql<CellsOf<typeof NAMED>>`
    with ${stockIngredients(scope)}, running as (
      select l.*, sum(l.kg) over (partition by l.ingredient_id order by l.day, l.id) as balance
      from ${movedAt(scope, 'ledger')} l where l.client_id = ${client} and l.ingredient_id in (select id from stocked) and l.day <= ${to}::date
    )
    select ${sql.raw(selected(NAMED))}
    from running l
    join ingredient n on n.client_id = ${client} and n.id = l.ingredient_id
    join stock k on k.client_id = ${client} and k.id = l.stock_id
    join farm f on f.client_id = ${client} and f.id = l.farm_id
    left join ledger o on o.client_id = ${client} and o.id = l.reverses_id
    left join schedule s on s.client_id = ${client} and s.id = l.schedule_id
    left join loading p on p.client_id = ${client} and p.id = s.loading_id
    left join ration r on r.client_id = ${client} and r.id = s.ration_id
    left join batch b on b.client_id = ${client} and b.id = l.batch_id
    left join recipe c on c.client_id = ${client} and c.id = b.recipe_id
    left join delivery e on e.client_id = ${client} and e.id = l.delivery_id
    left join delivery_company d on d.client_id = ${client} and d.id = e.company_id
    left join transfer x on x.client_id = ${client} and x.id = l.transfer_id
    left join stock xs on xs.client_id = ${client} and xs.id = x.stock_id
    left join stock xt on xt.client_id = ${client} and xt.id = x.to_id
    left join account a on a.id = l.user_id
    where l.day >= ${from}::date
    order by l.day, l.id`.execute(scope.db);
  return rows;
}

/** Transfers between the report's stores count by day: the total is the sum of the days. */
function inAllDays(name: 'came' | 'used') {
  return `case level when 'day' then ${name} else coalesce((select sum(s.${name}) from summed s where s.day is not null), 0) end`;
}

const SUMS = {
  opening: 'opening',
  closing: 'closing',
  counted: 'counted',
  booked_before: 'booked_before',
  booked: 'booked',
  came: inAllDays('came'),
  used: inAllDays('used'),
} as const;

/** Sums of all moves, and by day. `came`, `used` and `counted` are as in the stock by day. */
async function sums(scope: ReportScope) {
  const { rows } = await sql<LevelRow<typeof SUMS & { day: string }>>`
    with ${stockMoves(scope)}, summed as (
      select case grouping(day) when 0 then 'day' else 'total' end as level, day, sum(moves) as moves, ${sql.raw(`${CAME} as came, ${USED} as used, ${MOVE_SUMS}`)}
      from move group by grouping sets ((day), ())
    )
    select level, day, ${sql.raw(shown(SUMS))}
    from summed where moves > 0 and (level = 'total' or day is not null) order by day`.execute(scope.db);
  const total = rows.find(({ level }) => level === 'total');
  return { total: pick(total, namesOf(SUMS)), days: rows.filter(({ level }) => level === 'day') };
}

const TOTALS = ['opening', 'came', 'used', 'counted', 'closing'] as const;
const difference = (after: unknown, before: unknown) =>
  typeof after === 'number' && typeof before === 'number' ? Math.round((after - before) * 1e6) / 1e6 : null;

async function makeStockMoves(scope: ReportScope): Promise<Made<typeof definition>> {
  const listed = scope.filters.ingredient?.length;
  if (!listed && addDays(scope.from, MAX_MOVE_DAYS) <= scope.to)
    throw invalid('planned_on_before', 'too_long_range', { limit: MAX_MOVE_DAYS });
  const [rows, { total, days }, before] = await Promise.all([moves(scope), sums(scope), previously(scope, sums)]);
  return {
    rows,
    totals: {
      moved: rows.length > 0 ? difference(total.closing, total.opening) : null,
      moved_value: rows.length > 0 ? difference(total.booked, total.booked_before) : null,
      balance: total.closing,
    },
    tiles: pick(total, TOTALS),
    previous: before && pick(before.total, TOTALS),
    series: { moves: days.map((row) => pick(row, ['day', 'came', 'used'])) },
  };
}

export const stockMovesServer: ReportServer<typeof definition> = {
  facts: 'stock',
  rowKeys: ['day', 'ingredient_id', 'move'],
  make: makeStockMoves,
};
