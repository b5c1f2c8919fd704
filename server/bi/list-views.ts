import { sql } from 'kysely';
import type { BI_VIEWS } from '#contract/bi.ts';
import type { Resource } from '#contract/resource.ts';
import { DELIVERY_DAY, deliveryTable } from '#server/operations/deliveries/table.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { groupTable } from '#server/operations/groups/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { leftoverTable } from '#server/operations/leftovers/table.ts';
import { milkTable } from '#server/operations/milk/table.ts';
import { rationTable } from '#server/operations/rations/table.ts';
import { anyTable, readFrom, type Table } from '#server/platform/resource/table.ts';
import { worthAt } from '#server/reports/sql/stock-worth.ts';
import { selectNamed } from './feeding-views.ts';
import { CLIENT, STALE_SCOPE, toViewSql } from './fill-scope.ts';

type Columns<View extends keyof typeof BI_VIEWS> = Record<keyof (typeof BI_VIEWS)[View]['columns'], string>;

/** SQL of a list's rows, deleted ones included: columns of the view by the list's field, or by SQL in brackets. */
function selectFields<R extends Resource>(table: Table<R>, columns: Readonly<Record<string, string>>, where = 'true'): string {
  const list = anyTable(table);
  const selected = Object.entries(columns).map(([name, field]) => {
    const source = field.startsWith('(') ? field : readFrom(list, field);
    if (!source) throw new Error(`${list.table} has no column for ${field}`);
    return `${source} as ${name}`;
  });
  return `select ${selected.join(', ')} from ${list.table} t ${list.joins ?? ''} where t.client_id = ${CLIENT} and ${where}`;
}

const FARM = { farm_id: 'farm', farm_name: 'farm_name' } as const;
const FEED = { feed_id: 'ingredient', feed_name: 'ingredient_name' } as const;
const GROUP = { group_id: 'group', group_name: 'group_name' } as const;
const DELETED = '(t.deleted)';

const STOCK_AVERAGE = toViewSql(worthAt(STALE_SCOPE, 'd.ingredient_id', sql`d.day`));
/** The stock of each feed by day, at the average of that evening. */
const stockDays = `(
  select d.*, d.stock_kg * ${STOCK_AVERAGE} as stock_value
  from (
    select client_id, ingredient_id, day, coalesce(sum(kg) filter (where kg > 0), 0) as in_kg, coalesce(sum(kg) filter (where kg < 0), 0) as out_kg,
      sum(sum(kg)) over (partition by client_id, ingredient_id order by day) as stock_kg
    from stock_day where client_id = ${CLIENT} group by client_id, ingredient_id, day
  ) d
) t join ingredient o on o.client_id = t.client_id and o.id = t.ingredient_id
  join stock k on k.client_id = o.client_id and k.id = o.stock_id join farm of on of.client_id = o.client_id and of.id = o.farm_id`;

/** Views over the SQL of the lists, and of the stock's roll-up. */
export const LIST_VIEWS = {
  farms: selectFields(farmTable, {
    farm_id: 'id',
    farm_name: 'name',
    company_name: 'company_name',
    timezone: 'timezone',
    currency: '(select c.currency from client c where c.id = t.client_id)',
  } satisfies Columns<'farms'>),
  feeds: selectFields(ingredientTable, {
    feed_id: 'id',
    feed_name: 'name',
    ...FARM,
    type_name: 'type_name',
    store_name: 'stock_name',
    dry_matter: 'dry_matter',
    price: 'price',
    average_price: 'average_price',
    stock_kg: 'rest',
    deleted: DELETED,
  } satisfies Columns<'feeds'>),
  groups: selectFields(groupTable, {
    group_id: 'id',
    group_name: 'name',
    ...FARM,
    animal_type_name: 'animal_type_name',
    heads: 'animal_count',
    deleted: DELETED,
  } satisfies Columns<'groups'>),
  rations: selectFields(rationTable, {
    ration_id: 'id',
    ration_name: 'name',
    ...FARM,
    deleted: DELETED,
  } satisfies Columns<'rations'>),
  ration_feeds: selectNamed('ration_feeds', 'ration_item t', {}),
  deliveries: selectFields(
    deliveryTable,
    {
      delivery_id: 'id',
      day: DELIVERY_DAY,
      delivered_at: 'delivered_at',
      ...FARM,
      ...FEED,
      type: 'delivery_type',
      kg: 'value',
      price: 'price',
      cost: 'cost',
      company_name: 'company_name',
      document_number: 'document_number',
    } satisfies Columns<'deliveries'>,
    'not t.deleted',
  ),
  stock_moves: selectNamed('stock_moves', 'stock_day t', {}),
  stock_days: selectNamed('stock_days', stockDays, { farm_id: 'o.farm_id', farm_name: 'of.name', store_name: 'k.name' }),
  leftovers: selectFields(leftoverTable, {
    day: 'date',
    fed_on: 'fed_on',
    farm_id: 'farm',
    ...GROUP,
    kg: 'weight',
  } satisfies Columns<'leftovers'>),
  milk: selectFields(milkTable, {
    day: 'day',
    ...FARM,
    ...GROUP,
    kg: 'kg',
    fat: 'fat',
    protein: 'protein',
    price: 'price',
  } satisfies Columns<'milk'>),
} as const;
