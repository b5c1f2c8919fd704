import type { FarmCard } from '#contract/operations/farms.ts';
import { isSwitch } from '#contract/reports/switches.ts';
import { SCREENS } from '#src/app/screens.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { screenAddress } from './menu.ts';
import type { ShellState } from './use-shell.ts';

/** What stays of a report's address with another farm, which has other groups, rations and feeds. */
const staysOf = (name: string) => name.includes('_on_') || isSwitch(name);

type Here = Pick<ShellState, 'screen' | 'access' | 'place' | 'pathname' | 'search'>;

/** The same screen for another farm, a report in its place; from a screen without a farm, the first one that has one. */
export function farmAddress({ screen, access, place, pathname, search }: Here, farm: FarmCard): string | null {
  if (screen?.namesFarms) {
    const kept = [...new URLSearchParams(search)].filter(([name]) => staysOf(name));
    return `${pathname}?${new URLSearchParams([['farm', String(farm.id)], ...kept])}`;
  }
  const ofFarm = (one: (typeof SCREENS)[number]) => one.route.includes(':farm_id') && mayOpen(one, access);
  const candidates = [screen, ...SCREENS.filter((one) => one.menu)].filter((one) => one !== undefined);
  for (const candidate of candidates.filter(ofFarm)) {
    const to = screenAddress(candidate, { ...place, farm });
    if (to) return to;
  }
  return null;
}
