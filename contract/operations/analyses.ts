import { z } from 'zod';
import { FEED_CODES } from '#contract/feed-codes.ts';
import { Day, Id, text } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, listOf, named, Version } from '#contract/resource.ts';
import { StoredFile } from '#contract/stored-files.ts';
import { MeasureUnitCode, NORM_BASES } from './norms.ts';
import { MAX_NUTRIENTS, NutrientBasisCode, NutrientUnitCode } from './nutrients.ts';

/** How the values were found. `book` values apply only to nutrients without a measured value. */
export const ANALYSIS_METHODS = ['chemistry', 'nir', 'label', 'other', 'book'] as const;
export type AnalysisMethod = (typeof ANALYSIS_METHODS)[number];
const Method = z.enum(ANALYSIS_METHODS);

/** A value of a nutrient. Ten decimals hold a conversion of units; no unit needs more digits before the comma. */
const NutrientValue = z.number().min(-100_000).max(1_000_000).multipleOf(1e-10);
const SamplePercent = z.number().positive('min_val').max(100).multipleOf(0.01);

/** A value in another unit, or on another basis, than the nutrient's own is converted. */
export const AnalysisValue = z.object({
  nutrient: Id,
  value: NutrientValue,
  unit: NutrientUnitCode.optional(),
  per: NutrientBasisCode.optional(),
});
export type AnalysisValue = z.infer<typeof AnalysisValue>;

/** Values by the nutrient's id, as the columns of a laboratory's file have them; null for an empty cell. */
const Figures = z.record(z.string().regex(/^\d{1,15}$/), NutrientValue.nullable());

/**
 * The analysis of a feed's sample, valid from `valid_from` (the sampling day by default) until a newer one. `dry_matter` (%) is that of the
 * sample; it converts values as fed. `averaged` is the number of analyses whose mean applies from this one on, as the farm's
 * `analysis_mean` was. `figures` are further values in the nutrients' own units and basis, `figures_dry` and `figures_fresh` on that basis.
 */
export const analyses = defineResource({
  id: 'analyses',
  final: true,
  path: 'manager/analyses',
  permission: 'ration',
  row: z
    .object({
      id: Id,
      ...named('farm', 'ingredient'),
      sampled_on: Day,
      valid_from: Day,
      lab: z.string(),
      method: Method,
      lot: z.string(),
      dry_matter: z.number().nullable(),
      note: z.string(),
      averaged: z.int(),
      author: z.string().nullable(),
      /** The laboratory's report. */
      files: z.array(StoredFile),
      values: z.array(
        z.object({
          nutrient: Id,
          nutrient_name: z.string(),
          value: z.number(),
          unit: NutrientUnitCode,
          per: NutrientBasisCode,
        }),
      ),
      version: Version,
    })
    .meta({ id: 'Analysis' }),
  create: z
    .object({
      ingredient: Id,
      sampled_on: Day,
      valid_from: Day.optional(),
      lab: text(200).default(''),
      method: Method.default('chemistry'),
      lot: text(100).default(''),
      dry_matter: SamplePercent.nullable().default(null),
      note: text(300).default(''),
      values: z.array(AnalysisValue).max(MAX_NUTRIENTS).default([]),
      figures: Figures.optional(),
      figures_dry: Figures.optional(),
      figures_fresh: Figures.optional(),
    })
    .refine(
      ({ values, figures, figures_dry, figures_fresh }) =>
        (values?.length ?? 0) > 0 ||
        [figures, figures_dry, figures_fresh].some((columns) => Object.values(columns ?? {}).some((value) => value !== null)),
      demanding('values'),
    ),
  filters: {
    farm: IdList,
    ingredient: IdList,
    method: listOf(Method),
    day_after: Day.optional(),
    day_before: Day.optional(),
  },
  ordering: ['sampled_on', 'valid_from', 'ingredient_name', 'lab'],
});

/** Adopts a feed of the library as book values of an ingredient. */
export const AdoptBody = z.object({ ingredient: Id, feed: z.enum(FEED_CODES), valid_from: Day });
/** A feed of the library. Values are per kilogram of dry matter: percent, and Mcal/kg for `nel` and `me`. */
export const LibraryFeed = z
  .object({
    feed: z.enum(FEED_CODES),
    source: z.string(),
    dry_matter: z.number(),
    values: z.record(z.string(), z.number()),
  })
  .meta({ id: 'LibraryFeed' });
export const LIBRARY_PATH = `${analyses.path}/library`;

/** The values of a feed on a day: of the newest valid analysis, or the mean of several; measured before book values. */
export const ValidValue = z
  .object({
    ingredient: Id,
    nutrient: Id,
    value: z.number(),
    measured: z.boolean(),
    since: Day,
  })
  .meta({ id: 'ValidNutrientValue' });
export const VALID_PATH = `${analyses.path}/valid`;
export const validQuery = z.object({ ingredient: IdList, day: Day });

/**
 * A content that an analysis changes in a present ration, for a group that is fed the ration: by the values of the day before the analysis, and
 * of its first day; null if a feed has no value. `per: dry` is in the ration's dry matter. `per: head` is what the group gets of all its
 * rations per head and day. `leaves` if the content was within the norm (`min`, `max`) before, or was unknown, and is
 * outside after.
 */
export const AnalysisEffect = z
  .object({
    farm: Id,
    ration: Id,
    ration_name: z.string(),
    group: Id,
    group_name: z.string(),
    nutrient: Id,
    nutrient_name: z.string(),
    per: z.enum(NORM_BASES),
    unit: MeasureUnitCode,
    before: z.number().nullable(),
    after: z.number().nullable(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    leaves: z.boolean(),
  })
  .meta({ id: 'AnalysisEffect' });
export const EFFECT_PATH = `${analyses.path}/{id}/effect`;
