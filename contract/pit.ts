/** Dry matter of silage in percent, and weight of a cubic metre in a pit in kg as fed. */
const PIT_DENSITIES = [
  { dryMatter: 18, density: 810 },
  { dryMatter: 20, density: 770 },
  { dryMatter: 25, density: 680 },
  { dryMatter: 30, density: 600 },
] as const;

/** Density of silage in a pit in kg/m³ by dry matter in percent, linear between known values; null outside them. */
export function pitDensity(dryMatter: number): number | null {
  const above = PIT_DENSITIES.findIndex((known) => known.dryMatter >= dryMatter);
  const [upper, lower] = [PIT_DENSITIES[above], PIT_DENSITIES[Math.max(above - 1, 0)]];
  if (!upper || !lower || dryMatter < lower.dryMatter) return null;
  if (upper === lower) return upper.density;
  const part = (dryMatter - lower.dryMatter) / (upper.dryMatter - lower.dryMatter);
  return Math.round((lower.density + part * (upper.density - lower.density)) * 10_000) / 10_000;
}

/** Kilograms of a volume, to the gram. */
export const pitWeight = (volume: number, density: number): number => Math.round(volume * density * 1000) / 1000;
