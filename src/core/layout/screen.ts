import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Action, Item, Module } from '../../../contract/access.ts';

/** The sidebar's headings, in their order. */
export const MENU_SECTIONS = ['farm', 'reports', 'settings', 'people', 'service'] as const;
export type MenuSection = (typeof MENU_SECTIONS)[number];

/**
 * One screen, known to the router, the menu and the command palette alike. `load` brings its part of the program and
 * may name the namespaces of texts that it needs through the page's own `useTranslation`.
 */
export interface Screen {
  id: string;
  /** Under `/app/`; a `client` screen also stands under `/app/clients/:client_id/`. */
  route: string;
  /** `client`: within one client. `service`: across clients. */
  area: 'client' | 'service';
  /** Translation key with its namespace. */
  title: string;
  icon: Icon;
  /** Who may see it; null = everybody who is signed in. */
  permission: { item: Item; action: Action; module?: Module } | null;
  /** For super administrators alone. */
  superadmin?: boolean;
  /** Where the menu and the palette show it; screens without are reached from other screens. `:farm_id` and `:company_id` are filled with the current farm. */
  menu?: MenuSection;
  load: () => Promise<{ Page: ComponentType }>;
}

/** An address that only leads on; params of `route` may be used in `to`. */
export interface Redirect {
  route: string;
  to: string;
}

/** The route with its params filled; null when one is missing. */
export function fillRoute(route: string, params: Readonly<Record<string, string | number | undefined>>): string | null {
  const filled = route.split('/').map((part) => (part.startsWith(':') ? params[part.slice(1)] : part));
  return filled.some((part) => part === undefined) ? null : filled.join('/');
}
