import { z } from 'zod';
import { Id } from '#contract/kinds.ts';

/** The mixer database for people who set up mixers: a calibration of a brand's model. */
export const CatalogueRow = z
  .object({ id: Id, brand_name: z.string(), model_name: z.string(), name: z.string() })
  .meta({ id: 'MixerCatalogueRow' });
export type CatalogueRow = z.infer<typeof CatalogueRow>;

/** With its calibration, encrypted for the caller's token like a mixer's own. */
export const CatalogueItem = CatalogueRow.extend({ value: z.string() }).meta({ id: 'MixerCatalogueItem' });
export type CatalogueItem = z.infer<typeof CatalogueItem>;

export const CATALOGUE_PATH = 'manager/mixers/catalogue';
