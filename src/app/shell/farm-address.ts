import type { FarmCard } from '#contract/operations/farms.ts';
import { SCREENS } from '#src/app/screens.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { screenAddress } from './menu.ts';
import type { ShellState } from './use-shell.ts';

/** The same screen for another farm; from a screen without a farm, the first one that has one. */
export function farmAddress({ screen, access, place }: Pick<ShellState, 'screen' | 'access' | 'place'>, farm: FarmCard): string | null {
  const ofFarm = (one: (typeof SCREENS)[number]) => one.route.includes(':farm_id') && mayOpen(one, access);
  const candidates = [screen, ...SCREENS.filter((one) => one.menu)].filter((one) => one !== undefined);
  for (const candidate of candidates.filter(ofFarm)) {
    const to = screenAddress(candidate, { ...place, farm });
    if (to) return to;
  }
  return null;
}
