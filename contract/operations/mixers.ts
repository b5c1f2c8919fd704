import { z } from 'zod';
import { Count, Id, Name, Seconds, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/** Of a mix whose density nobody has said, in kg/m³. */
export const USUAL_DENSITY = 350;

/**
 * A mixer wagon. `max_weight`, admittances and sensitivities in kg, `mix_time` in seconds per tonne, `rounding`: planned
 * weights in steps of 5 kg (5 lb in `us`), `volume` in m³: a load may weigh no more than `max_weight`, nor than volume × the density of its ration; `calibration` encrypted for the token that asks, `auger_rotations` per tonne.
 */
export const mixers = defineResource({
  id: 'mixers',
  path: 'manager/mixers',
  permission: 'mixer',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      name: z.string(),
      model: z.string(),
      max_weight: z.number(),
      volume: z.number().nullable(),
      mix_time: z.int(),
      rounding: z.boolean(),
      calibration: z.string().nullable(),
      loading_admittance: z.number(),
      loading_sensitivity: z.number(),
      unloading_admittance: z.number(),
      unloading_sensitivity: z.number(),
      auger_rotations: z.number(),
      auger_coefficient: z.number(),
      auto_transition_time: z.int(),
      version: Version,
    })
    .meta({ id: 'Mixer' }),
  create: z.object({
    farm: Id,
    name: Name,
    model: text(120).default(''),
    max_weight: Weight.min(1),
    volume: z.number().positive('min_val').max(1000).multipleOf(0.0001).nullable().default(null),
    mix_time: Seconds.default(0),
    rounding: z.boolean().default(false),
    loading_admittance: Weight.default(0),
    loading_sensitivity: Weight.default(0),
    unloading_admittance: Weight.default(0),
    unloading_sensitivity: Weight.default(0),
    auger_rotations: z.number().nonnegative().max(100_000).default(0),
    auger_coefficient: z.number().nonnegative().max(1000).default(1),
    auto_transition_time: Count.default(0),
  }),
  filters: { farm: IdList },
  ordering: ['name', 'model', 'max_weight', 'farm_name'],
});

/** What a load of a ration may weigh, in kg: what the mixer bears, and what of the ration goes into its volume. */
export const mixerLimit = (mixer: { max_weight: number; volume: number | null }, ration: { density: number | null } | undefined): number =>
  mixer.volume === null
    ? mixer.max_weight
    : Math.min(mixer.max_weight, Math.round(mixer.volume * (ration?.density ?? USUAL_DENSITY) * 1000) / 1000);

/** The most loads that a feeding is split into; what these don't take is refused. */
export const MOST_PARTS = 20;

/** How many equal loads a weight takes of which none is over the limit, both in kg. Those of a weight that isn't split are 1. */
export const partsOf = (weight: number, limit: number, split: boolean): number =>
  split && weight > limit ? Math.min(MOST_PARTS, Math.ceil(Math.round(weight * 1000) / Math.round(limit * 1000))) : 1;

/** `data`: base64 of salt(16) ‖ iv(12) ‖ AES-256-GCM ciphertext and tag, keyed by the asking token's expiry. */
export const CalibrationUpdate = z.object({ id: Id, data: z.string().min(1).max(10_000) });
