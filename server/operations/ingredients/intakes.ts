import { sql } from 'kysely';
import { z } from 'zod';
import { DailyFeedIntake, ingredients } from '#contract/operations/ingredients.ts';
import { IdList } from '#contract/resource.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { ingredientTable } from './table.ts';

const { stock, type } = ingredients.filters;
const intakes = {
  ...ingredients,
  view: 'dailyfeedintakes',
  path: 'manager/ingredients/daily-feed-intakes',
  row: DailyFeedIntake,
  create: z.object({}),
  filters: { farm: ingredients.filters.farm, id: IdList, stock, type },
  ordering: ['name', 'day_1', 'day_7', 'day_14', 'day_30'],
};

/** The use of each ingredient in kg per day, over whole days of the feeding farm up to yesterday, because today isn't over. */
export const intakeTable: TableOf<typeof intakes, 'ingredient'> = {
  contract: intakes,
  table: 'ingredient',
  joinsFor: (context) => {
    const now = context.services.now().toISOString();
    return sql`left join lateral (
      select sum(d.fact_kg) filter (where d.day >= f.today - 1) as day_1,
             sum(d.fact_kg) filter (where d.day >= f.today - 7) as day_7,
             sum(d.fact_kg) filter (where d.day >= f.today - 14) as day_14,
             sum(d.fact_kg) as day_30
      from feed_day d
      join (
        select id, (${now}::timestamptz at time zone timezone)::date as today from farm where client_id = ${context.client}
      ) f on f.id = d.farm_id
      where d.client_id = ${context.client} and d.ingredient_id = t.id and d.day between ${now}::date - 32 and ${now}::date + 1
        and d.day between f.today - 30 and f.today - 1
    ) fed on true`;
  },
  fields: {
    day_1: 'coalesce(fed.day_1, 0)',
    day_7: 'coalesce(fed.day_7, 0) / 7',
    day_14: 'coalesce(fed.day_14, 0) / 14',
    day_30: 'coalesce(fed.day_30, 0) / 30',
  },
  farm: 't.farm_id',
  inFarms: ingredientTable.inFarms,
  filters: {
    stock: (ids: number[]) => sql`t.stock_id = any(${ids})`,
    type: (ids: number[]) => sql`t.type_id = any(${ids})`,
  },
  search: ['t.name'],
  order: 't.name',
  remove: 'soft',
};
