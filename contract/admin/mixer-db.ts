import { z } from 'zod';
import { Id, Name } from '#contract/kinds.ts';
import { defineResource, IdList, Version } from '#contract/resource.ts';

/** The installation's own database of mixers: brand → model → calibration item. */
export const mixerBrands = defineResource({
  id: 'mixerbrands',
  path: 'dashboard/mixers/brands',
  permission: 'mixer_db',
  final: true,
  row: z.object({ id: Id, name: z.string(), version: Version }).meta({ id: 'MixerBrand' }),
  create: z.object({ name: Name }),
  filters: {},
  ordering: ['name'],
});

export const mixerModels = defineResource({
  id: 'mixermodels',
  path: 'dashboard/mixers/models',
  permission: 'mixer_db',
  final: true,
  row: z.object({ id: Id, brand: Id, brand_name: z.string(), name: z.string(), version: Version }).meta({ id: 'MixerModel' }),
  create: z.object({ brand: Id, name: Name }),
  filters: { brand: IdList },
  ordering: ['name', 'brand_name'],
});

/** `value` travels encrypted like a mixer's calibration. */
export const mixerItems = defineResource({
  id: 'mixeritems',
  path: 'dashboard/mixers/items',
  permission: 'mixer_db',
  final: true,
  row: z
    .object({ id: Id, model: Id, model_name: z.string(), name: z.string(), value: z.string().nullable(), version: Version })
    .meta({ id: 'MixerItem' }),
  create: z.object({ model: Id, name: Name, value: z.string().min(1).max(10_000) }),
  filters: { model: IdList },
  ordering: ['name', 'model_name'],
});
