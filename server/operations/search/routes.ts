import { type RawBuilder, sql } from 'kysely';
import { FOUND_OF_EACH, Found, SEARCHED, type Searched, SearchQuery } from '#contract/operations/search.ts';
import { many } from '#contract/resource.ts';
import { allowsAny, needsOf } from '#contract/rights.ts';
import { deliveryTable } from '#server/operations/deliveries/table.ts';
import { groupTable } from '#server/operations/groups/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { mixerTable } from '#server/operations/mixers/table.ts';
import { rationTable } from '#server/operations/rations/table.ts';
import { recipeTable } from '#server/operations/recipes/table.ts';
import { stockTable } from '#server/operations/stocks/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { conditionsOf } from '#server/platform/resource/list.ts';
import { anyTable, source, type Table } from '#server/platform/resource/table.ts';

interface Place {
  table: Table;
  /** What its rows are called. */
  name: string;
  company: string;
  /** The newest first among rows of one name. */
  day?: string;
}

const named = { name: 't.name', company: 'farm.company_id' };

/** Where each resource's rows lie; by their tables' own bounds nothing is found that its list wouldn't show. */
const PLACES: Record<Searched, Place> = {
  ingredients: { ...named, table: anyTable(ingredientTable) },
  groups: { ...named, table: anyTable(groupTable) },
  rations: { ...named, table: anyTable(rationTable) },
  deliveries: {
    ...named,
    table: anyTable(deliveryTable),
    name: 'ingredient.name',
    day: '(t.delivered_at at time zone farm.timezone)::date',
  },
  recipes: { ...named, table: anyTable(recipeTable) },
  stocks: { ...named, table: anyTable(stockTable), company: 't.company_id' },
  mixers: { ...named, table: anyTable(mixerTable) },
};

/** The rows of one resource that match best: those whose name begins so, those whose name has it, then those found by something else. */
function foundIn(resource: Searched, context: ClientContext, search: string): RawBuilder<Found> {
  const { table, name, company, day = 'null::date' } = PLACES[resource];
  const called = sql.raw(name);
  // A position, so that no sign of what was typed means anything but itself.
  const at = sql`nullif(position(lower(${search}) in lower(${called})), 0)`;
  return sql`(
    select ${resource} as resource, t.id, ${called} as name, t.farm_id as farm, farm.name as farm_name, ${sql.raw(company)} as company,
      ${sql.raw(day)} as day
    from ${source(table, context)} where ${conditionsOf(table, context, { search })}
    order by least(${at}, 2) nulls last, ${sql.raw(day)} desc nulls last, ${called}, t.id limit ${FOUND_OF_EACH})`;
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
    scope: 'client',
    query: SearchQuery,
    response: many(Found),
    async handle(context, { query }) {
      const data = await find(context, query.search);
      return { data, count: data.length };
    },
  }),
];
