import { z } from 'zod';
import { Id, Name, Percent, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';
import { RationBasis, RationItem, RationItemRow } from './ration-items.ts';

/**
 * What a group eats. `basis` says what `amount` of its items is: kilograms a head, or percent of the load, which sum to 100; as fed, or of dry
 * matter. `percent` is each item's share of today's load, derived: written alone it is the amount of basis `load_fresh`. An item that holds its
 * dry matter is, as fed, amount × dry matter then ÷ dry matter today; the load of a head grows or shrinks with it. `rounding` is the step in
 * kg that planned weights keep. `price` per kg and `dry_matter` follow from the ingredients: Σ(percent × price)/100, Σ(percent × DM)/100. What
 * a head gets is told of the bases by head. `target_dry_matter` (%) is what the mix is to have, made up with `water`: Σ dry matter ÷ target − Σ as fed, never under
 * 0. That stands among the items as fed, and is left aside where it is sent among them. `density` of the mix is kg/m³. `size` is the ration's measure that `ration_size` of those who are fed is compared with.
 */
export const rations = defineResource({
  id: 'rations',
  path: 'manager/rations',
  permission: 'ration',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      name: z.string(),
      rounding: z.number(),
      basis: RationBasis,
      items: z.array(RationItemRow),
      target_dry_matter: z.number().nullable(),
      water: Id.nullable(),
      water_name: z.string().nullable(),
      density: z.number().nullable(),
      dry_matter: z.number(),
      humidity: z.number(),
      price: z.number(),
      kg_per_head: z.number().nullable(),
      dry_matter_per_head: z.number().nullable(),
      price_per_head: z.number().nullable(),
      size: z.number(),
      version: Version,
    })
    .meta({ id: 'Ration' }),
  create: z.object({
    farm: Id,
    name: Name,
    rounding: Weight.max(100).default(1),
    basis: RationBasis.optional(),
    items: z.array(RationItem).min(1).max(60),
    target_dry_matter: Percent.min(0.01).max(99.99).nullable().default(null),
    water: Id.nullable().default(null),
    density: z.number().positive('min_val').max(5000).multipleOf(0.0001).nullable().default(null),
  }),
  filters: { farm: IdList, ingredient: IdList },
  ordering: ['name', 'farm_name', 'dry_matter', 'price'],
});
