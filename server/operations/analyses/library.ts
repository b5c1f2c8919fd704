import { sql } from 'kysely';
import type { z } from 'zod';
import { FEED_CODES } from '#contract/feed-codes.ts';
import { findUnitFactor } from '#contract/nutrient-units.ts';
import type { StandardNutrient } from '#contract/nutrient-words.ts';
import { AdoptBody, analyses, LIBRARY_PATH, LibraryFeed, VALID_PATH, ValidValue, validQuery } from '#contract/operations/analyses.ts';
import { many, one, type RowOf } from '#contract/resource.ts';
import { farmsInScope } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { create } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';
import { libraryUnit, readFeed, type TypicalFeed } from './feed-tables.ts';
import { analysisTable } from './table.ts';
import { type KnownNutrient, listNutrients } from './values.ts';

/** The feed's figures of nutrients that the client counts. */
function listValues({ values }: TypicalFeed, nutrients: Iterable<KnownNutrient>) {
  return [...nutrients].flatMap(({ id, standard, formula, unit }) => {
    const value = standard === null || formula !== null ? undefined : values[standard];
    const ofUnit = standard === null ? undefined : libraryUnit(standard as StandardNutrient);
    if (value === undefined || !ofUnit || !findUnitFactor(ofUnit, unit)) return [];
    return [{ nutrient: id, value, unit: ofUnit, per: 'dry' as const }];
  });
}

export const libraryEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: `/${LIBRARY_PATH}`,
    summary: 'Typical figures of usual feeds, each with its source',
    need: { item: 'ration', action: 'view' },
    response: many(LibraryFeed),
    handle: async () => ({ data: FEED_CODES.map(readFeed) as z.output<typeof LibraryFeed>[], count: FEED_CODES.length }),
  }),
  endpoint({
    method: 'post',
    path: `/${LIBRARY_PATH}`,
    summary: 'Adopt typical figures of the library as book values of a feed',
    need: { item: 'ration', action: 'add' },
    body: AdoptBody,
    status: 201,
    response: one(analyses.row),
    async handle(context, { body: { ingredient, feed, valid_from } }) {
      const typical = readFeed(feed);
      const data = await context.write(async (tx) => {
        const inside = { ...context, db: tx, write: <T>(work: (same: typeof tx) => Promise<T>) => work(tx) };
        const values = listValues(typical, (await listNutrients(tx, context.client)).values());
        return create(inside, anyTable(analysisTable), {
          ...{ ingredient, sampled_on: valid_from, valid_from, lab: typical.source, method: 'book', lot: '', note: '' },
          ...{ dry_matter: typical.dry_matter, values },
        });
      });
      return { data: data as RowOf<typeof analyses> };
    },
  }),
  endpoint({
    method: 'get',
    path: `/${VALID_PATH}`,
    summary: 'The values of feeds that are valid on a day, measured before book',
    need: { item: 'ration', action: 'view' },
    query: validQuery,
    response: many(ValidValue),
    async handle(context, { query: { ingredient, day } }) {
      const farms = farmsInScope(context);
      const { rows } = await sql<z.output<typeof ValidValue>>`
        select f.ingredient_id as ingredient, f.nutrient_id as nutrient, f.value, f.measured, f.since
        from feed_nutrient f join ingredient t on t.client_id = f.client_id and t.id = f.ingredient_id
        where f.client_id = ${context.client} and ${ingredient.length > 0 ? sql`f.ingredient_id = any(${ingredient})` : sql`not t.deleted`}
          and ${farms ? ingredientVisibleTo(farms) : sql`true`} and ${day}::date >= f.since and ${day}::date < f.until
        order by f.ingredient_id, f.nutrient_id`.execute(context.db);
      return { data: rows, count: rows.length };
    },
  }),
];
