import { mayOpen } from '#src/app/may-open.ts';
import type { Access } from '#src/core/access/use-access.ts';
import { appPath } from '#src/core/api/place.ts';
import { fillRoute, MENU_SECTIONS, type MenuSection, type Screen } from '#src/core/layout/screen.ts';

export interface MenuEntry {
  screen: Screen;
  to: string;
}

export interface MenuGroup {
  section: MenuSection;
  entries: MenuEntry[];
}

export interface Place {
  /** A client's own users need no current client. */
  clientUser: boolean;
  client: number | null;
  farm: { id: number; company: number } | null;
}

/** Where a screen stands now; null when it needs a client or a farm and there is none. */
export function screenAddress(screen: Screen, { clientUser, client, farm }: Place): string | null {
  if (screen.area === 'service') return `/app/${screen.route}`;
  if (!clientUser && client === null) return null;
  const path = fillRoute(screen.route, { company_id: farm?.company, farm_id: farm?.id });
  return path === null ? null : appPath(path, clientUser ? null : client);
}

/** Where the menu has a screen: in the place of the one that leads to it, where that may not be opened. */
function sectionOf({ menu, under }: Screen, screens: readonly Screen[], access: Access): MenuSection | undefined {
  const leader = screens.find(({ id }) => id === under);
  return menu ?? (leader && !mayOpen(leader, access) ? leader.menu : undefined);
}

/** The menu of one user at one place: only what may be opened and has an address. */
export function menuOf(screens: readonly Screen[], access: Access, place: Place): MenuGroup[] {
  const entries = screens.flatMap((screen) => {
    const section = sectionOf(screen, screens, access);
    const to = section && mayOpen(screen, access) ? screenAddress(screen, place) : null;
    return section === undefined || to === null ? [] : [{ section, screen, to }];
  });
  return MENU_SECTIONS.map((section) => ({ section, entries: entries.filter((entry) => entry.section === section) })).filter(
    (group) => group.entries.length > 0,
  );
}

/** The entry that the present address belongs to: the one that leads to its screen, else the one that begins it furthest. */
export function activeEntry(groups: readonly MenuGroup[], pathname: string, under?: string): MenuEntry | undefined {
  const entries = groups.flatMap((group) => group.entries);
  const leading = entries.find(({ screen }) => screen.id === under);
  if (leading) return leading;
  return entries.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)).sort((a, b) => b.to.length - a.to.length)[0];
}
