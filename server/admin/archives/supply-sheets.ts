import { codeKey } from '#common/texts/keys.ts';
import { atFarm, DRY_MATTER, FARM, GROUP, INGREDIENT, of, PRICE, type Sheet } from './sheet.ts';

/** Receipts, issues, and their partners. */
export const SUPPLY_SHEETS: readonly Sheet[] = [
  {
    title: 'operations:delivery_companies.title',
    columns: (['name', 'registration_code', 'contact'] as const).map((key) => ({
      key,
      label: `operations:delivery_companies.${key}` as const,
    })),
    sql: 'select name, registration_code, contact from delivery_company where not deleted order by name',
  },
  {
    title: 'operations:owners.title',
    columns: [
      { key: 'since', label: 'owners:from', kind: 'date' },
      FARM,
      GROUP,
      { key: 'owner', label: 'owners:owner' },
      { key: 'markup', label: 'owners:markup', kind: 'percent' },
      { key: 'yardage', label: 'owners:yardage', kind: 'money' },
    ],
    sql: `select t.since::text as since, farm.name as farm, animal_group.name as animal_group, party.name as owner, t.markup::float8 as markup,
        t.yardage::float8 as yardage
      from group_owner t ${of('farm')} left join animal_group on (animal_group.client_id, animal_group.id) = (t.client_id, t.group_id)
      left join delivery_company party on (party.client_id, party.id) = (t.client_id, t.owner_id) order by t.since, t.id`,
  },
  {
    title: 'operations:owners.lines_title',
    columns: [
      { key: 'day', label: 'owners:day', kind: 'date' },
      FARM,
      { key: 'owner', label: 'owners:owner' },
      { key: 'text', label: 'owners:text' },
      { key: 'amount', label: 'owners:amount', kind: 'money' },
    ],
    sql: `select t.day::text as day, farm.name as farm, party.name as owner, t.text, t.amount::float8 as amount
      from owner_line t ${of('farm')} join delivery_company party on (party.client_id, party.id) = (t.client_id, t.owner_id)
      order by t.day, t.id`,
  },
  {
    title: 'operations:deliveries.title',
    columns: [
      { key: 'at', label: 'operations:deliveries.delivered_at', kind: 'datetime' },
      FARM,
      { key: 'type', label: 'operations:deliveries.type', words: (code) => codeKey('operations:deliveries.types', code) },
      INGREDIENT,
      { key: 'kg', label: 'operations:deliveries.weight', kind: 'weight' },
      PRICE,
      { key: 'number', label: 'pages:delivery_documents.number' },
      { key: 'company', label: 'operations:deliveries.company' },
      { key: 'note', label: 'operations:deliveries.note' },
    ],
    sql: `select ${atFarm('t.delivered_at')} as at, farm.name as farm, t.delivery_type as type, ingredient.name as ingredient, t.value::float8 as kg,
        t.price::float8 as price, document.number, party.name as company, t.note
      from delivery t ${of('farm')} ${of('ingredient')} left join delivery_company party on (party.client_id, party.id) = (t.client_id, t.company_id)
      left join delivery_document document on (document.client_id, document.id) = (t.client_id, t.document_id)
      where not t.deleted order by t.delivered_at, t.id`,
  },
  {
    title: 'operations:orders.title',
    columns: [
      { key: 'from_day', label: 'pages:orders.from', kind: 'date' },
      { key: 'to_day', label: 'pages:orders.to', kind: 'date' },
      { key: 'company', label: 'pages:orders.company' },
      INGREDIENT,
      { key: 'kg', label: 'pages:orders.kg', kind: 'weight' },
      PRICE,
      { key: 'received', label: 'pages:orders.received', kind: 'weight' },
      { key: 'note', label: 'pages:orders.note' },
    ],
    sql: `select t.from_day, t.to_day, party.name as company, ingredient.name as ingredient, t.kg::float8 as kg, t.price::float8 as price,
        (select coalesce(sum(d.value), 0)::float8 from delivery d where (d.client_id, d.order_id) = (t.client_id, t.id) and not d.deleted) as received, t.note
      from feed_order t ${of('ingredient')} join delivery_company party on (party.client_id, party.id) = (t.client_id, t.company_id)
      where not t.deleted order by t.from_day, t.id`,
  },
  {
    title: 'operations:harvests.title',
    columns: [
      { key: 'at', label: 'pages:harvests.at', kind: 'datetime' },
      FARM,
      INGREDIENT,
      { key: 'kg', label: 'pages:harvests.kg', kind: 'weight' },
      DRY_MATTER,
      { key: 'cost', label: 'pages:harvests.cost', kind: 'money' },
      { key: 'note', label: 'pages:harvests.note' },
    ],
    sql: `select ${atFarm('t.at')} as at, farm.name as farm, ingredient.name as ingredient, t.kg::float8 as kg, t.dry_matter::float8 as dry_matter,
        t.cost::float8 as cost, t.note
      from harvest t ${of('farm')} ${of('ingredient')} where not t.deleted order by t.at, t.id`,
  },
  {
    title: 'operations:openings.title',
    columns: [
      { key: 'day', label: 'pages:openings.day', kind: 'date' },
      FARM,
      INGREDIENT,
      { key: 'stock', label: 'pages:openings.stock_name' },
      { key: 'kg', label: 'pages:openings.kg', kind: 'weight' },
      PRICE,
      { key: 'note', label: 'pages:openings.note' },
    ],
    sql: `select t.day, farm.name as farm, ingredient.name as ingredient, stock.name as stock, t.kg::float8 as kg, t.price::float8 as price, t.note
      from opening t ${of('farm')} ${of('ingredient')} join stock on (stock.client_id, stock.id) = (t.client_id, ingredient.stock_id)
      where not t.deleted order by t.day, t.id`,
  },
  {
    title: 'pages:transfers.title',
    columns: [
      { key: 'at', label: 'pages:harvests.at', kind: 'datetime' },
      FARM,
      INGREDIENT,
      { key: 'from_stock', label: 'pages:transfers.stock' },
      { key: 'to_stock', label: 'pages:transfers.to' },
      { key: 'kg', label: 'pages:harvests.kg', kind: 'weight' },
      { key: 'note', label: 'pages:harvests.note' },
    ],
    sql: `select ${atFarm('t.at')} as at, farm.name as farm, ingredient.name as ingredient, stock.name as from_stock, target.name as to_stock,
        t.kg::float8 as kg, t.note
      from transfer t ${of('farm')} ${of('ingredient')} ${of('stock')}
      left join stock target on (target.client_id, target.id) = (t.client_id, t.to_id) where not t.deleted order by t.at, t.id`,
  },
];
