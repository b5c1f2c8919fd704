import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { Item, Need } from '#contract/access.ts';
import type { Use } from '#contract/errors.ts';
import type { ResourceId } from '#contract/resource-ids.ts';

/** The entries of the menu, in their order; the screens of each say so themselves. */
export const MENU_SECTIONS = ['home', 'feeding', 'stock', 'herd', 'reports', 'month', 'settings', 'service'] as const;
export type MenuSection = (typeof MENU_SECTIONS)[number];

/** What reports answer: the headings of their gallery. */
export const QUESTIONS = ['cost', 'accuracy', 'stock', 'mixers', 'compound', 'forms'] as const;
export type Question = (typeof QUESTIONS)[number];

/** Screens that stand together, by their ids: each shows the others as tabs. Who may open fewer has the shorter row. */
export const TAB_SETS = {
  settings: ['mixers', 'blanks'],
  services: ['services', 'services-done'],
  admin: ['access-groups', 'employees', 'animal-types', 'ingredient-types', 'admin-mixers', 'admin-blanks'],
} as const;
export type TabSet = keyof typeof TAB_SETS;

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
  title: TextKey;
  icon: Icon;
  /** Who may see it, any of several rights being enough; null = everybody who is signed in. */
  permission: Need | readonly Need[] | null;
  /** Only where the client's modules have this. */
  about?: Item;
  /** For super administrators alone. */
  superadmin?: boolean;
  /** The section of the menu that it stands in, which the palette names, too; screens without are reached from other screens. `:farm_id` and `:company_id` are filled with the current farm. */
  menu?: MenuSection;
  /** The question that it answers, under which the gallery of reports shows it; the menu itself lists it once it is open or pinned. */
  question?: Question;
  /** Begins a new row of what it lists, when the link that leads to it asks for that (`ASK_TO_ADD`): for those who have its right to add. Its title's neighbour `create` is what that is called. */
  adds?: true;
  /** What else is done there, and by whom: the palette leads to it under this name, in which `{{month}}` is the last one. */
  does?: { title: TextKey; need: Need };
  /** Takes the whole window of a phone: nothing of the menu stands over it. */
  fillsPhone?: true;
  /** The id of the screen that leads to it, whose entry the menu shows as open. Who may not open that has an entry of its own for this one. */
  under?: string;
  /** The palette finds it by its name and synonyms, although another screen leads to it. */
  found?: true;
  /** The tabs that it shows under its title. */
  tabs?: TabSet;
  /** Where a row of this resource is seen; `query` finds it there. Parameters of the route that name no company or farm are its id. */
  shows?: { resource: ResourceId; query?: (use: Use) => Record<string, string | number> };
  /** Its part of the program; the page is given `props`. */
  // biome-ignore lint/suspicious/noExplicitAny: each page has its own props, and whoever names them loads it
  load: () => Promise<{ Page: ComponentType<any> }>;
  props?: object;
  /** Its address names the farms that it is of, as `farm`. */
  namesFarms?: boolean;
  /** Begins to ask the server for what this address shows, before the page is there. */
  begin?: (params: URLSearchParams) => void;
}

/** An address that only leads on; params of `route` may be used in `to`. */
export interface Redirect {
  route: string;
  /** Of several, the first screen that the user may open; the first of all when that is none. */
  to: string | readonly string[];
}

/** The route with its params filled; null when one is missing. */
export function fillRoute(route: string, params: Readonly<Record<string, string | number | undefined>>): string | null {
  const filled = route.split('/').map((part) => (part.startsWith(':') ? params[part.slice(1)] : part));
  return filled.some((part) => part === undefined) ? null : filled.join('/');
}
