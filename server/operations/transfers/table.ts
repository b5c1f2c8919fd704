import { type RawBuilder, sql } from 'kysely';
import { transfers } from '#contract/operations/transfers.ts';
import { dayOfMoment, weighPacks } from '#server/domain/packs.ts';
import { shownMoney, shownPrice } from '#server/domain/shown-price.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { stockTable } from '#server/operations/stocks/table.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';
import { judgeTransfers } from './judge.ts';
import { postTransfers, takeTransferBack } from './moves.ts';

const DAY = '(t.at at time zone farm.timezone)::date';
const visibleFeeds = (farms: readonly number[]): RawBuilder<unknown> =>
  sql`(select t.client_id, t.id from ingredient t where ${ingredientVisibleTo(farms)})`;
/** A column of the outgoing move, which has the same price and value as the incoming one. */
const moved = (column: string) =>
  `(select ${column} from ledger l where l.client_id = t.client_id and l.transfer_id = t.id and l.kind = 'transfer_out')`;

export const transferTable: TableOf<typeof transfers, 'transfer'> = {
  contract: transfers,
  table: 'transfer',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id
    join ingredient taker on taker.client_id = t.client_id and taker.id = t.into_id
    join stock on stock.client_id = t.client_id and stock.id = t.stock_id
    join stock target on target.client_id = t.client_id and target.id = t.to_id`,
  fields: {
    ...named('farm', 'ingredient', 'stock'),
    to: 't.to_id',
    to_name: 'target.name',
    into: 't.into_id',
    into_name: 'taker.name',
    price: moved(shownPrice('l.price')),
    value: moved(shownMoney('-l.value')),
  },
  columns: { at: null },
  references: { ingredient: ingredientTable, to: stockTable, into: ingredientTable },
  farm: 't.farm_id',
  // A transfer is visible to everybody who sees the feed at either end.
  inFarms: (farms) => sql`((t.client_id, t.ingredient_id) in ${visibleFeeds(farms)} or (t.client_id, t.into_id) in ${visibleFeeds(farms)})`,
  search: ['ingredient.name', 'stock.name', 'target.name', 't.note'],
  filters: {
    stock: (stocks: number[]) => sql`(t.stock_id = any(${stocks}) or t.to_id = any(${stocks}))`,
    ingredient: (ingredients: number[]) => sql`(t.ingredient_id = any(${ingredients}) or t.into_id = any(${ingredients}))`,
    day_after: (day: string) => sql`${sql.raw(DAY)} >= ${day}::date`,
    day_before: (day: string) => sql`${sql.raw(DAY)} <= ${day}::date`,
  },
  order: 't.at desc',
  remove: 'soft',
  title: (row) => `${row.ingredient_name}: ${row.stock_name} → ${row.to_name}`,
  derive: weighPacks('kg', dayOfMoment('at')),
  prepare: judgeTransfers,
  afterWrite: postTransfers,
  beforeRemove: takeTransferBack,
};
