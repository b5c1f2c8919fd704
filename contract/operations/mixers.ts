import { z } from 'zod';
import { Count, Id, Name, Seconds, text, Weight } from '#contract/kinds.ts';
import { defineResource, IdList, Version } from '#contract/resource.ts';

/**
 * A mixer wagon. `max_weight`, admittances and sensitivities in kg, `mix_time` in seconds per tonne, `rounding`: planned
 * weights in steps of 5 kg (5 lb in `us`), `calibration` encrypted for the token that asks, `auger_rotations` per tonne.
 */
export const mixers = defineResource({
  id: 'mixers',
  path: 'manager/mixers',
  permission: 'mixer',
  row: z
    .object({
      id: Id,
      farm: Id,
      farm_name: z.string(),
      name: z.string(),
      model: z.string(),
      max_weight: z.number(),
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

/** `data`: base64 of salt(16) ‖ iv(12) ‖ AES-256-GCM ciphertext and tag, keyed by the asking token's expiry. */
export const CalibrationUpdate = z.object({ id: Id, data: z.string().min(1).max(10_000) });
