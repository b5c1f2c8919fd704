import { todayIn } from '#common/format/clock.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { isSwitch } from '#contract/reports/switches.ts';
import { farmLanding } from '#src/app/farm-landing.ts';
import { SCREENS } from '#src/app/screens.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { screenAddress } from './menu.ts';
import type { ShellState } from './use-shell.ts';

const isDay = (name: string) => name.includes('_on_');
const DAYS = ['planned_on_after', 'planned_on_before'];

type Here = Pick<ShellState, 'screen' | 'access' | 'place' | 'pathname' | 'search' | 'farm'>;

/**
 * Parameters of a report's address that stay for another farm, which has other groups, rations and feeds. In another timezone, both days
 * become today there.
 */
function keptOf(search: string, from: FarmCard | null, to: FarmCard): [string, string][] {
  const all = [...new URLSearchParams(search)];
  const switches = all.filter(([name]) => isSwitch(name));
  if (!from || from.timezone === to.timezone) return [...all.filter(([name]) => isDay(name)), ...switches];
  const today = todayIn(to.timezone);
  return [...DAYS.map((name): [string, string] => [name, today]), ...switches];
}

/** Address of the same screen or report for another farm. From a screen without a farm, the first farm screen that this person may open. */
export function farmAddress({ screen, access, place, pathname, search, farm: from }: Here, farm: FarmCard): string | null {
  const naming = (query: readonly [string, string][]) => new URLSearchParams([['farm', String(farm.id)], ...query]);
  if (screen?.listsFarm) return `${pathname}?${naming([])}`;
  if (screen?.namesFarms) return `${pathname}?${naming(keptOf(search, from, farm))}`;
  const stays = screen?.route.includes(':farm_id') && mayOpen(screen, access) ? screen : undefined;
  for (const candidate of [stays, farmLanding(SCREENS, access)]) {
    const to = candidate && screenAddress(candidate, { ...place, farm });
    if (to) return candidate.namesFarms ? `${to}?${naming([])}` : to;
  }
  return null;
}
