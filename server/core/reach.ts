import { type RawBuilder, sql } from 'kysely';

/**
 * What a caller who is bound to farms reaches beside the farms' own rows; `t` is the table itself. A company by one of its
 * farms, a stock that its company's farms share, what lies in such a stock.
 */
export const companyReach = (farms: readonly number[]): RawBuilder<unknown> =>
  sql`exists (select from farm f where f.client_id = t.client_id and f.company_id = t.id and f.id = any(${farms}))`;

export const stockReach = (farms: readonly number[]): RawBuilder<unknown> =>
  sql`(t.farm_id = any(${farms}) or (t.farm_id is null and exists (
    select from farm f where f.client_id = t.client_id and f.company_id = t.company_id and f.id = any(${farms}))))`;

export const ingredientReach = (farms: readonly number[]): RawBuilder<unknown> =>
  sql`(t.farm_id = any(${farms}) or t.stock_id in (
    select s.id from stock s join farm f on f.client_id = s.client_id and f.company_id = s.company_id
    where s.client_id = t.client_id and s.farm_id is null and f.id = any(${farms})))`;
