import { z } from 'zod';
import { Id } from '#contract/kinds.ts';

/** What the mixer database offers to those who set up mixers: a calibration of a model of a brand. */
export const CatalogueRow = z
  .object({ id: Id, brand_name: z.string(), model_name: z.string(), name: z.string() })
  .meta({ id: 'MixerCatalogueRow' });
export type CatalogueRow = z.infer<typeof CatalogueRow>;

/** With its calibration, encrypted for the token that asks like a mixer's own. */
export const CatalogueItem = CatalogueRow.extend({ value: z.string() }).meta({ id: 'MixerCatalogueItem' });
export type CatalogueItem = z.infer<typeof CatalogueItem>;

export const CATALOGUE_PATH = 'manager/mixers/catalogue';
