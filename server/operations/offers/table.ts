import { sql } from 'kysely';
import { offers } from '#contract/operations/offers.ts';
import { deliveryCompanyTable } from '#server/operations/delivery-companies/table.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { invalid } from '#server/platform/errors.ts';
import { TRADE_COMPANIES } from '#server/platform/resource/id-kinds.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { named, type TableOf } from '#server/platform/resource/table.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';

/** Offers are visible like their feed: to its farm, or to all farms of the company that share its store. */
export const offerTable: TableOf<typeof offers, 'feed_offer'> = {
  contract: offers,
  table: 'feed_offer',
  joins: `join delivery_company on delivery_company.client_id = t.client_id and delivery_company.id = t.company_id
    join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id
    join farm on farm.client_id = t.client_id and farm.id = ingredient.farm_id`,
  fields: {
    company: 't.company_id',
    company_name: 'delivery_company.name',
    ...named('ingredient'),
    farm: 'ingredient.farm_id',
    farm_name: 'farm.name',
    from: 't.from_day',
    until: 't.until_day',
  },
  columns: { from: 'from_day', until: 'until_day' },
  references: { company: deliveryCompanyTable, ingredient: ingredientTable },
  naming: ['company', 'ingredient'],
  unnamed: true,
  sharedBy: `(select s.company_id from ingredient i join stock s on s.client_id = i.client_id and s.id = i.stock_id
    where i.client_id = t.client_id and i.id = t.ingredient_id and s.farm_id is null)`,
  inFarms: (farms) =>
    sql`(t.client_id, t.ingredient_id) in (select t.client_id, t.id from ingredient t where ${ingredientVisibleTo(farms)})`,
  idKinds: { company: TRADE_COMPANIES },
  search: ['ingredient.name', 'delivery_company.name', 't.note'],
  filters: { day: (day: string) => sql`t.from_day <= ${day}::date and coalesce(t.until_day, ${day}::date) >= ${day}::date` },
  order: 't.from_day desc, ingredient.name',
  remove: 'hard',
  title: (row) => `${row.ingredient_name}, ${row.company_name}`,
  checks(_context, changes) {
    for (const { after, refuse } of changes)
      if (typeof after.from === 'string' && typeof after.until === 'string' && after.until < after.from)
        refuse(invalid('until', 'invalid_value'));
    return {};
  },
};

/** A row with the supplier, feed and first day of an offer updates it. */
export const offerImport: Importable<typeof offers> = {
  table: offerTable,
  byName: false,
  unusual: { figures: ['price'], alike: ['ingredient'], ofFeed: ['price'] },
  of: ['company', 'ingredient', 'from'],
};
