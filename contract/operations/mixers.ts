import { z } from 'zod';
import { externalFilter, externalInput, externalRow } from '#contract/external-ids.ts';
import { Count, Id, Name, Seconds, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/** Density of a mix in kg/m³ if none is given. */
export const USUAL_DENSITY = 350;

/**
 * A mixer wagon. `max_weight`, tolerances and sensitivities in kg; `mix_time` in seconds per tonne; `rounding` plans in steps of 5 kg (5
 * lb); `volume` in m³: a load weighs at most `max_weight` and volume × density of its ration; `calibration` encrypted for the caller's
 * token; `auger_rotations` per tonne.
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
      ...externalRow,
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
    ...externalInput,
  }),
  filters: { farm: IdList, ...externalFilter },
  ordering: ['name', 'model', 'max_weight', 'farm_name'],
});

/** Max weight of a ration's load in kg, by the mixer's max weight and by its volume. */
export const mixerLimit = (mixer: { max_weight: number; volume: number | null }, ration: { density: number | null } | undefined): number =>
  mixer.volume === null
    ? mixer.max_weight
    : Math.min(mixer.max_weight, Math.round(mixer.volume * (ration?.density ?? USUAL_DENSITY) * 1000) / 1000);

/** Max loads of a split feeding. A larger plan is refused. */
export const MAX_PARTS = 20;

/** Number of equal loads within the limit, both in kg; 1 for a weight that isn't split. */
export const partsOf = (weight: number, limit: number, split: boolean): number =>
  split && weight > limit ? Math.min(MAX_PARTS, Math.ceil(Math.round(weight * 1000) / Math.round(limit * 1000))) : 1;

/** `data`: base64 of salt(16) ‖ iv(12) ‖ AES-256-GCM ciphertext and tag, with a key derived from the expiry of the caller's token. */
export const CalibrationUpdate = z.object({ id: Id, data: z.string().min(1).max(10_000) });
