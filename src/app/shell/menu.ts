import {
  type Icon,
  IconBuildingCommunity,
  IconBuildingWarehouse,
  IconCalendarCheck,
  IconHome2,
  IconPaw,
  IconReportAnalytics,
  IconTags,
  IconToolsKitchen2,
} from '@tabler/icons-react';
import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { Access } from '#src/core/access/use-access.ts';
import { appPath } from '#src/core/api/place.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { fillRoute, MENU_SECTIONS, type MenuSection, type Screen } from '#src/core/layout/screen.ts';

export interface MenuEntry {
  screen: Screen;
  to: string;
}

export interface MenuGroup {
  section: MenuSection;
  entries: MenuEntry[];
}

/** An entry of the menu: a section that opens to its screens, or a screen itself. */
export interface MenuItem {
  title: TextKey;
  icon: Icon;
  to: string;
  /** `page` for the current screen, `true` for its section. */
  current?: 'page' | 'true';
  /** Screens of the open section. */
  screens: MenuEntry[];
}

export interface Place {
  /** True for a client's own users, who need no chosen client. */
  clientUser: boolean;
  client: number | null;
  farm: { id: number; company: number } | null;
}

/** With more screens than this, the menu groups them in sections. */
const FEW = 7;
const ICONS: Record<MenuSection, Icon> = {
  home: IconHome2,
  feeding: IconToolsKitchen2,
  stock: IconBuildingWarehouse,
  herd: IconPaw,
  reports: IconReportAnalytics,
  month: IconCalendarCheck,
  settings: IconTags,
  service: IconBuildingCommunity,
};

/** Address of a screen at the current place; null if it needs a client or a farm and there is none. */
export function screenAddress(screen: Screen, { clientUser, client, farm }: Place): string | null {
  if (screen.area === 'service') return `/app/${screen.route}`;
  if (!clientUser && client === null) return null;
  const path = fillRoute(screen.route, { company_id: farm?.company, farm_id: farm?.id });
  return path === null ? null : appPath(path, clientUser ? null : client);
}

/** Section of a screen in the menu. A screen whose parent may not be opened takes its parent's place. */
function sectionOf({ menu, under }: Screen, screens: readonly Screen[], access: Access): MenuSection | undefined {
  const leader = screens.find(({ id }) => id === under);
  return menu ?? (leader && !mayOpen(leader, access) ? leader.menu : undefined);
}

/** All screens of a user at a place, by section: only those that the user may open and that have an address. */
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

/** Screens in the palette: those of the menu, and those with `found` that another screen leads to; each with its section. */
export function foundOf(screens: readonly Screen[], access: Access, place: Place, groups: readonly MenuGroup[]) {
  const ofMenu = groups.flatMap(({ section, entries }) => entries.map((entry) => ({ section, ...entry })));
  const others = screens.flatMap((screen) => {
    const leader = ofMenu.find((entry) => entry.screen.id === screen.under);
    const to = screen.found && leader && mayOpen(screen, access) ? screenAddress(screen, place) : null;
    return to === null || ofMenu.some((entry) => entry.screen === screen) ? [] : [{ section: leader!.section, screen, to }];
  });
  return [...ofMenu, ...others];
}

/**
 * The menu's entries. A section with one screen, and all sections if there are few screens, are replaced by their screens. Reports are
 * listed only while pinned or open.
 */
export function itemsOf(groups: readonly MenuGroup[], active: MenuEntry | undefined, pins: readonly string[]): MenuItem[] {
  const inGallery = ({ screen }: MenuEntry) => screen.question !== undefined && screen.menu === 'reports';
  const few = groups.flatMap(({ entries }) => entries.filter((entry) => !inGallery(entry))).length <= FEW;
  return groups.flatMap(({ section, entries }): MenuItem[] => {
    const open = active !== undefined && entries.includes(active);
    const listed = entries.filter((entry) => !inGallery(entry) || entry === active || pins.includes(entry.screen.id));
    if (!few && listed[1])
      return [
        {
          title: `core:menu.${section}`,
          icon: ICONS[section],
          to: listed[0]?.to ?? '',
          ...(open ? { current: 'true' } : {}),
          screens: open ? listed : [],
        },
      ];
    return listed.map((entry) => ({
      title: entry.screen.title,
      icon: entry.screen.icon,
      to: entry.to,
      ...(entry === active ? { current: 'page' } : {}),
      screens: [],
    }));
  });
}

/** The entry of the current address: the one that leads to its screen, else the one with the longest matching address. */
export function activeEntry(groups: readonly MenuGroup[], pathname: string, under?: string): MenuEntry | undefined {
  const entries = groups.flatMap((group) => group.entries);
  const leading = entries.find(({ screen }) => screen.id === under);
  if (leading) return leading;
  return entries.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)).sort((a, b) => b.to.length - a.to.length)[0];
}
