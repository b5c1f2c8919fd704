import { z } from 'zod';
import { externalFilter, externalInput, externalRow } from '#contract/external-ids.ts';
import { Id, Name, Percent, text, Weight } from '#contract/kinds.ts';
import { defineResource, Flag, IdList, named, Version } from '#contract/resource.ts';
import { RationBasis, RationItem, RationItemRow } from './ration-items.ts';

/**
 * The feed of a group. `basis` is the meaning of the items' `amount`: kilograms per head, or percent of the load (which sum to 100); fresh
 * or dry. `percent` is each item's derived share of today's load; written alone it is an amount of basis `load_fresh`. An item that holds
 * its dry matter has fresh = amount × dry matter then ÷ dry matter today, and the load per head changes with it. `rounding` is the step of
 * planned weights in kg. `price` per kg and `dry_matter` follow from the ingredients: Σ(percent × price)/100, Σ(percent × DM)/100.
 * `target_dry_matter` (%) of the mix is reached with `water`: Σ dry matter ÷ target − Σ as fed, at least 0; it is among the items as fed,
 * and ignored if it is sent back. `density` of the mix is in kg/m³. `size` is compared with the `ration_size` of feedings. New rations of any
 * farm can start from a `template`. `reason` is a save's reason, which only the history of the ration stores.
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
      template: z.boolean(),
      ...externalRow,
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
    template: z.boolean().default(false),
    reason: text(300).default(''),
    ...externalInput,
  }),
  filters: { farm: IdList, ingredient: IdList, template: Flag.optional(), ...externalFilter },
  ordering: ['name', 'farm_name', 'dry_matter', 'price'],
});
