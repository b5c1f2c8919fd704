import { type RawBuilder, sql } from 'kysely';
import { FOUND_OF_EACH, Found, SEARCHED, type Searched, SearchQuery } from '#contract/operations/search.ts';
import { many } from '#contract/resource.ts';
import { allowsAny, needsOf } from '#contract/rights.ts';
import { budgetListTable } from '#server/domain/budgets.ts';
import { deliveryTable } from '#server/operations/deliveries/table.ts';
import { groupTable } from '#server/operations/groups/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { milkTable } from '#server/operations/milk/table.ts';
import { mixerTable } from '#server/operations/mixers/table.ts';
import { programmeTable } from '#server/operations/programmes/table.ts';
import { rationTable } from '#server/operations/rations/table.ts';
import { recipeTable } from '#server/operations/recipes/table.ts';
import { stockTable } from '#server/operations/stocks/table.ts';
import { weightTable } from '#server/operations/weights/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { conditionsOf, matches } from '#server/platform/resource/conditions.ts';
import { anyTable, type Table } from '#server/platform/resource/table.ts';

interface Place {
  table: Table;
  /** The company, if it isn't the farm's. */
  company?: string;
  /** A row that has no name of its own is found by those that its columns point at, is called as the first of them, and the newest come first. */
  calledBy?: { column: string; table: string }[];
  /** The paper whose number also finds the row, and follows its name. */
  document?: { column: string; table: string };
  /** Text after the name, which also finds the row. */
  also?: string;
  /** The order of the newest: a moment, a day, or the like. */
  at?: string;
  /** `at` as a day of the farm's; of a moment by its clock. */
  day?: string;
  group?: string;
}

const moment = (at: string) => `(${at} at time zone farm.timezone)::date`;
const OF_GROUP = { calledBy: [{ column: 't.group_id', table: 'animal_group' }], group: 't.group_id' };

/** The source of each resource's rows; the tables' own bounds apply, so that search finds only rows that the list would show. */
const PLACES: Record<Searched, Place> = {
  ingredients: { table: anyTable(ingredientTable) },
  groups: { table: anyTable(groupTable) },
  rations: { table: anyTable(rationTable) },
  deliveries: {
    table: anyTable(deliveryTable),
    calledBy: [
      { column: 't.ingredient_id', table: 'ingredient' },
      { column: 't.company_id', table: 'delivery_company' },
    ],
    document: { column: 't.document_id', table: 'delivery_document' },
    at: 't.delivered_at',
    day: moment('t.delivered_at'),
  },
  recipes: { table: anyTable(recipeTable) },
  stocks: { table: anyTable(stockTable), company: 't.company_id' },
  mixers: { table: anyTable(mixerTable) },
  programmes: { table: anyTable(programmeTable) },
  milk: { table: anyTable(milkTable), ...OF_GROUP, at: 't.day', day: 't.day' },
  weights: { table: anyTable(weightTable), ...OF_GROUP, at: 't.at', day: moment('t.at') },
  budgets: {
    table: anyTable(budgetListTable),
    calledBy: [{ column: 't.farm_id', table: 'farm' }],
    also: "t.year || '/' || t.edition",
    at: '(t.year, t.edition)',
  },
};

/** The paper that a row belongs to. */
const selectPaper = ({ client }: ClientContext, { table, column }: NonNullable<Place['document']>) =>
  sql`select o.number from ${sql.table(table)} o where o.client_id = ${client} and o.id = ${sql.raw(column)}`;

/**
 * The best matching rows of one resource: names that begin with the text, then names that contain it, then other matches. Rows are chosen
 * in the table itself, and only the chosen ones are joined with their names.
 */
function foundIn(resource: Searched, context: ClientContext, search: string): RawBuilder<Found> {
  const {
    table,
    company = 'farm.company_id',
    calledBy = [],
    document,
    also,
    at,
    day = 'null::date',
    group = 'null::bigint',
  } = PLACES[resource];
  const own = [...(table.search ?? []).filter((field) => field.startsWith('t.')), ...(also ? [also] : [])];
  const conditions = [
    ...(own.length > 0 ? [matches(own, search)] : []),
    ...calledBy.map(
      // Few rows are looked up one by one; for many rows all names are read once. The planner chooses.
      (one) => sql`exists (
        select from ${sql.table(one.table)} o where o.client_id = ${context.client} and o.id = ${sql.raw(one.column)} and ${matches(['o.name'], search)})`,
    ),
    ...(document ? [sql`exists (${selectPaper(context, document)} and ${matches(['o.number'], search)})`] : []),
  ];
  const number = document
    ? sql` || coalesce((select ' · ' || o.number from (${selectPaper(context, document)}) o where o.number <> ''), '')`
    : sql``;
  // A position instead of a pattern, so that no typed character has a special meaning.
  const begins = sql`least(nullif(position(lower(${search}) in lower(t.name)), 0), 2) nulls last, t.name`;
  const order = sql`${at ? sql`${sql.raw(at)} desc` : begins}, t.id`;
  const [namesake] = calledBy;
  return sql`(
    select ${resource} as resource, t.id, ${sql.raw(namesake ? `namesake.name${also ? ` || ' ' || ${also}` : ''}` : 't.name')}${number} as name, t.farm_id as farm, farm.name as farm_name,
      ${sql.raw(company)} as company, ${sql.raw(group)} as "group", ${sql.raw(day)} as day
    from (
      select t.* from ${sql.table(table.table)} t
      where ${conditionsOf(table, context, {})} and (${sql.join(conditions, sql` or `)}) order by ${order} limit ${FOUND_OF_EACH}
    ) t
    left join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    ${namesake ? sql`join ${sql.table(namesake.table)} namesake on namesake.client_id = t.client_id and namesake.id = ${sql.raw(namesake.column)}` : sql``}
    order by ${order})`;
}

async function find(context: ClientContext, search: string): Promise<Found[]> {
  const visible = SEARCHED.filter((resource) => allowsAny(context.principal.rights, needsOf(PLACES[resource].table.contract, 'view')));
  if (visible.length === 0) return [];
  const parts = visible.map((resource) => foundIn(resource, context, search));
  return (await sql<Found>`${sql.join(parts, sql` union all `)}`.execute(context.db)).rows;
}

export const searchEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/manager/search',
    summary: `Rows by what they are called, ${FOUND_OF_EACH} of each resource that the caller may see`,
    query: SearchQuery,
    response: many(Found),
    async handle(context, { query }) {
      const data = await find(context, query.search);
      return { data, count: data.length };
    },
  }),
];
