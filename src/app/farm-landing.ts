import type { Access } from '#src/core/access/use-access.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import type { Screen } from '#src/core/layout/screen.ts';

const isOfFarm = ({ route }: Screen) => route.includes(':farm_id');

/** The screens that choosing a farm may open, best first: those of the farm, the reports that name it, the client's others except the lists of farms. */
export function farmLandings(screens: readonly Screen[]): Screen[] {
  const inMenu = screens.filter(({ area, menu }) => area === 'client' && menu !== undefined && menu !== 'home');
  const rank = (screen: Screen) => (isOfFarm(screen) ? 0 : screen.namesFarms ? 1 : 2);
  return inMenu.toSorted((a, b) => rank(a) - rank(b));
}

/** The first of them that this person may open; undefined if there is none. */
export const farmLanding = (screens: readonly Screen[], access: Access) => farmLandings(screens).find((screen) => mayOpen(screen, access));
