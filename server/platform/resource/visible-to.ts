import { type RawBuilder, sql } from 'kysely';
import type { Module } from '#contract/access.ts';
import type { Context } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';

/**
 * What a caller who is bound to farms reaches beside the farms' own rows; `t` is the table itself. A company by one of its
 * farms, a stock that its company's farms share, what lies in such a stock.
 */
export const companyVisibleTo = (farms: readonly number[]): RawBuilder<unknown> =>
  sql`exists (select from farm f where f.client_id = t.client_id and f.company_id = t.id and f.id = any(${farms}))`;

/** The company whose farms share what lies on none of its own: of a stock, and of what lies in one. */
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

/** The clients with a module that somebody of the installation works for, or those of them who are asked for; 400 at `client` when one of these isn't among them. */
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
