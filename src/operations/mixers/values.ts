import type { Mixer } from './columns.ts';

type Typed = number | null;

/** A mixer as its form holds it; calibrations go their own way. */
export const mixerValues = (mixer: Mixer | null, farm: number | null) => ({
  farm: mixer?.farm ?? farm,
  name: mixer?.name ?? '',
  model: mixer?.model ?? '',
  max_weight: (mixer?.max_weight ?? null) as Typed,
  volume: (mixer?.volume ?? null) as Typed,
  rounding: mixer?.rounding ?? false,
  loading_admittance: (mixer?.loading_admittance ?? 0) as Typed,
  loading_sensitivity: (mixer?.loading_sensitivity ?? 0) as Typed,
  unloading_admittance: (mixer?.unloading_admittance ?? 0) as Typed,
  unloading_sensitivity: (mixer?.unloading_sensitivity ?? 0) as Typed,
  auger_rotations: (mixer?.auger_rotations ?? 0) as Typed,
  auger_coefficient: (mixer?.auger_coefficient ?? 1) as Typed,
  mix_time: (mixer?.mix_time ?? 0) as Typed,
  auto_transition_time: (mixer?.auto_transition_time ?? 0) as Typed,
  version: mixer?.version,
});

export type MixerValues = ReturnType<typeof mixerValues>;
