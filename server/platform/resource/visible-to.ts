import { type RawBuilder, sql } from 'kysely';
import type { Module } from '#contract/access.ts';
import type { Context } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';

/**
 * SQL for rows outside the farms that a caller with limited farms may see; `t` is the table. These are companies of the farms, stocks that
 * such a company's farms share, and the feed in such a stock.
 */
export const companyVisibleTo = (farms: readonly number[]): RawBuilder<unknown> =>
  sql`exists (select from farm f where f.client_id = t.client_id and f.company_id = t.id and f.id = any(${farms}))`;

/** SQL for the company whose farms share a stock, or its feed; null if it belongs to a farm. */
export const STOCK_SHARED_BY = 'case when t.farm_id is null then t.company_id end';
export const INGREDIENT_SHARED_BY = `(select s.company_id from stock s where s.client_id = t.client_id and s.id = t.stock_id and s.farm_id is null)`;

export const stockVisibleTo = (farms: readonly number[]): RawBuilder<unknown> =>
  sql`(t.farm_id = any(${farms}) or (t.farm_id is null and exists (
    select from farm f where f.client_id = t.client_id and f.company_id = t.company_id and f.id = any(${farms}))))`;

export const ingredientVisibleTo = (farms: readonly number[]): RawBuilder<unknown> =>
  sql`(t.farm_id = any(${farms}) or t.stock_id in (
    select s.id from stock s join farm f on f.client_id = s.client_id and f.company_id = s.company_id
    where s.client_id = t.client_id and s.farm_id is null and f.id = any(${farms})))`;

export interface VisibleClient {
  id: number;
  name: string;
  currency: string;
}

/**
 * Returns the clients with a module that are visible to the caller, or the requested ones; 400 at `client` if a requested one isn't
 * visible.
 */
export async function visibleClients(
  { services, principal }: Context,
  module: Module,
  requested: readonly number[] = [],
): Promise<VisibleClient[]> {
  const { rows } = await sql<VisibleClient>`
    select id, company_name as name, currency from client
    where ${module} = any(modules) and ${principal.clients ? sql`id = any(${[...principal.clients]})` : sql`true`} and ${requested.length > 0 ? sql`id = any(${requested})` : sql`true`}
    order by company_name, id`.execute(services.database.acrossClients());
  if (requested.some((id) => !rows.some((row) => row.id === id))) throw invalid('client', 'invalid_value');
  return rows;
}
