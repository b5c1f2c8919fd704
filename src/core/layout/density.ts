import { useState } from 'react';
import { useMe } from '#src/core/api/session.ts';

const DENSITIES = ['compact', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** The person's density of rows, the same in reports and lists. Stored on this device. */
export function useDensity(): [Density, () => void] {
  const key = `density:${useMe().id}`;
  const [density, setDensity] = useState(() => DENSITIES.find((one) => one === localStorage.getItem(key)) ?? 'compact');
  const turn = () => {
    const next = density === 'compact' ? 'comfortable' : 'compact';
    setDensity(next);
    localStorage.setItem(key, next);
  };
  return [density, turn];
}
