import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { Item, Need } from '#contract/access.ts';
import type { Use } from '#contract/errors.ts';
import type { ResourceId } from '#contract/resource-ids.ts';

/** Entries of the menu in their order; each screen names its section. */
export const MENU_SECTIONS = ['home', 'feeding', 'stock', 'herd', 'reports', 'month', 'settings', 'service'] as const;
export type MenuSection = (typeof MENU_SECTIONS)[number];

/** Questions that reports answer: the headings of their gallery. */
export const QUESTIONS = ['cost', 'accuracy', 'stock', 'mixers', 'compound', 'forms'] as const;
export type Question = (typeof QUESTIONS)[number];

/** Sets of screens that show each other as tabs, by id. A user sees only the tabs that the user may open. */
export const TAB_SETS = {
  settings: ['mixers', 'blanks'],
  services: ['services', 'services-done'],
  nutrients: ['analyses', 'norms', 'offers', 'nutrients'],
  owners: ['owners', 'owner-lines'],
  admin: ['access-groups', 'employees', 'animal-types', 'ingredient-types', 'admin-mixers', 'admin-blanks'],
} as const;
export type TabSet = keyof typeof TAB_SETS;

/**
 * One screen, as the router, the menu and the command palette use it. `load` loads its code. The page loads further translation namespaces
 * with its own `useTranslation`.
 */
export interface Screen {
  id: string;
  /** Route under `/app/`; `client` screens also exist under `/app/clients/:client_id/`. */
  route: string;
  /** `client`: in one client. `service`: across clients. */
  area: 'client' | 'service';
  /** Translation key with its namespace. */
  title: TextKey;
  icon: Icon;
  /** Rights of which one is enough to see it; null for everybody who is signed in. */
  permission: Need | readonly Need[] | null;
  /** Shown only if the client's modules include this. */
  about?: Item;
  /** Only for super administrators. */
  superadmin?: boolean;
  /**
   * Its section of the menu, also shown in the palette. Screens without one are reached from other screens. `:farm_id` and `:company_id`
   * are filled with the current farm.
   */
  menu?: MenuSection;
  /** The question under which the gallery shows the report. The menu lists a report only while it is open or pinned. */
  question?: Question;
  /**
   * Set if a link with `ASK_TO_ADD` starts adding a row here, for users with the right to add. The text of that action is `create` next to
   * the title's key.
   */
  adds?: true;
  /** Set if its list takes files: a link with `ASK_TO_IMPORT` starts choosing one, for users with the rights to add and to change. */
  imports?: true;
  /** A further action on the screen and the right for it: the palette shows it with this title, in which `{{month}}` is the last month. */
  does?: { title: TextKey; need: Need };
  /** Set if it fills the whole window of a phone, without the menu. */
  fillsPhone?: true;
  /**
   * Id of the screen that leads to it; the menu highlights that screen's entry. Users who may not open that screen get an entry for this
   * one.
   */
  under?: string;
  /** Set if the palette finds it by name and synonyms although another screen leads to it. */
  found?: true;
  /** The set of tabs shown under its title. */
  tabs?: TabSet;
  /**
   * The resource whose rows it shows; `query` returns the parameters that find a row. Route parameters other than company and farm take the
   * row's id.
   */
  shows?: { resource: ResourceId; query?: (use: Use) => Record<string, string | number> };
  /** Loads its code; the page gets `props`. */
  // biome-ignore lint/suspicious/noExplicitAny: each page has its own props, and the code that names it loads it
  load: () => Promise<{ Page: ComponentType<any> }>;
  props?: object;
  /** Set if its address contains its farms as `farm`. */
  namesFarms?: boolean;
  /** Set if its list is limited to the header's farm; its address may contain another one as `farm`, or `all`. */
  listsFarm?: true;
  /** Starts loading the data for an address before the page's code is loaded. */
  begin?: (params: URLSearchParams) => void;
}

/** An address that redirects; `to` may use the parameters of `route`. */
export interface Redirect {
  route: string;
  /** If several are given, the first screen that the user may open, or the first one if there is none. */
  to: string | readonly string[];
}

/** Fills a route's parameters; null if one is missing. */
export function fillRoute(route: string, params: Readonly<Record<string, string | number | undefined>>): string | null {
  const filled = route.split('/').map((part) => (part.startsWith(':') ? params[part.slice(1)] : part));
  return filled.some((part) => part === undefined) ? null : filled.join('/');
}
