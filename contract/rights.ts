/** Permission names, and the fixed rights of the roles. Both sides decide only by `allows`. */
export const MODULES = ['manger', 'animalfeed'] as const;
export type Module = (typeof MODULES)[number];
export const DEFAULT_MODULE: Module = 'manger';

export const ACTIONS = ['view', 'add', 'change', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

export const USER_TYPES = ['admin', 'consultant', 'staff', 'client', 'employee'] as const;

/** Items that an access group can grant, by section, in the order of the screens. */
export const SECTIONS = {
  managers: [
    ['manger', 'animalfeed_delivery'],
    ['manger', 'animalfeed_recipe'],
    ['manger', 'animaltype'],
    ['manger', 'delivery'],
    ['manger', 'delivery_company'],
    ['manger', 'group'],
    ['manger', 'ingredient'],
    ['manger', 'loading'],
    ['manger', 'mixer'],
    ['manger', 'ration'],
    ['manger', 'stock'],
  ],
  reports: [
    ['manger', 'dashboard'],
    ['manger', 'inout'],
    ['manger', 'load'],
    ['manger', 'planfeed'],
    ['manger', 'upload'],
    ['manger', 'additional'],
    ['manger', 'filters'],
    ['manger', 'blanks'],
  ],
  schedule: [
    ['manger', 'load_schedule'],
    ['manger', 'schedule'],
    ['manger', 'schedule_loading'],
    ['manger', 'upload_schedule'],
  ],
  animalfeed: [
    ['animalfeed', 'load'],
    ['animalfeed', 'schedule'],
  ],
  history: [['manger', 'history']],
} as const satisfies Record<string, readonly (readonly [Module, string])[]>;

/** Items of the default module that compound feed needs, too: clients with compound feed only keep them. */
const ALSO_OF_ANIMALFEED: readonly string[] = [
  'animalfeed_delivery',
  'animalfeed_recipe',
  'delivery',
  'delivery_company',
  'ingredient',
  'mixer',
  'stock',
  'inout',
  'filters',
  'history',
];

/** Parts of `additional` with rights of their own. An access group with `additional` and none of them has them all. */
const PARTS_OF_ADDITIONAL = ['filters', 'blanks'] as const;

export type Section = keyof typeof SECTIONS;
export type Grantable = (typeof SECTIONS)[Section][number];
/** Items of roles only, never of access groups. */
export const ROLE_ITEMS = ['company', 'farm', 'employee', 'access_group', 'client', 'user', 'mixer_db', 'activity'] as const;
export type Item = Grantable[1] | (typeof ROLE_ITEMS)[number];

/** A required right. The default module applies unless `module` is given. */
export interface Need {
  item: Item;
  action: Action;
  module?: Module;
}

/** An access group's entry for one item. */
interface Entry extends Record<Action, boolean> {
  module: Module;
  label: string;
  name: string;
}

/** The rights of a signed-in user in compact form: `module.item` → the letters v, a, c, d. */
export type Rights = Readonly<Record<string, string>>;
const rightsKey = (module: Module, item: Item) => `${module}.${item}`;
const LETTER: Record<Action, string> = { view: 'v', add: 'a', change: 'c', delete: 'd' };

/** True if `rights` contain `action` on `item`. Unknown items are never allowed. */
export function allows(rights: Rights, item: Item, action: Action, module: Module = DEFAULT_MODULE): boolean {
  return rights[rightsKey(module, item)]?.includes(LETTER[action]) ?? false;
}

/** True if `rights` contain any of the needs. */
export const allowsAny = (rights: Rights, needs: Need | readonly Need[]): boolean =>
  [needs].flat().some(({ item, action, module }) => allows(rights, item, action, module));

const ALL = 'vacd';
const every = (letters: string, entries: readonly (readonly [Module, string])[]): Record<string, string> =>
  Object.fromEntries(entries.map(([module, item]) => [`${module}.${item}`, letters]));
/** Rights to view items, and nothing else. */
export const grantView = (entries: readonly (readonly [Module, string])[]): Rights => every('v', entries);
const grantable: readonly (readonly [Module, string])[] = Object.values(SECTIONS).flat();
const roleItems = (items: Partial<Record<(typeof ROLE_ITEMS)[number], string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(items).map(([item, letters]) => [`manger.${item}`, letters]));

const CONSULTANT: Rights = { ...every('v', grantable), ...roleItems({ company: 'v', farm: 'v', client: 'v' }) };

const STAFF: Rights = {
  ...every(ALL, SECTIONS.animalfeed),
  ...every(ALL, SECTIONS.managers),
  'manger.stock': 'v',
  ...every('v', SECTIONS.history),
  ...every('v', SECTIONS.reports),
  'manger.additional': ALL,
  'manger.filters': ALL,
  'manger.blanks': ALL,
  'manger.schedule': ALL,
  'manger.schedule_loading': 'vc',
  'manger.load_schedule': 'a',
  'manger.upload_schedule': 'a',
  ...roleItems({ company: 'v', farm: 'v', client: 'v' }),
};

const OWNER: Rights = {
  ...every(ALL, grantable),
  ...roleItems({ company: ALL, farm: 'vac', employee: ALL, access_group: ALL }),
};

const ADMIN: Rights = { ...OWNER, ...roleItems({ company: ALL, farm: 'vac', employee: ALL, access_group: ALL, client: 'v' }) };
const SUPERADMIN: Rights = { ...ADMIN, ...roleItems({ client: ALL, user: ALL, mixer_db: ALL, activity: 'v' }) };

/** True if a client with these modules can use an item. People and places belong to every module. */
export function isOfModules(modules: readonly string[], module: string, item: string): boolean {
  if (modules.includes(module) || ROLE_ITEMS.some((one) => one === item)) return true;
  return modules.includes('animalfeed') && ALSO_OF_ANIMALFEED.includes(item);
}

/** The rights that remain with these modules. */
export const ofModules = (rights: Rights, modules: readonly string[]): Rights =>
  Object.fromEntries(
    Object.entries(rights).filter(([key]) => {
      const [module = '', item = ''] = key.split('.');
      return isOfModules(modules, module, item);
    }),
  );

/** An access group's entries, with the parts of `additional` if it names none of them. */
export function withParts<E extends { module: Module; name: string }>(entries: readonly E[]): E[] {
  const whole = entries.find(({ module, name }) => module === DEFAULT_MODULE && name === 'additional');
  const partly = entries.some(({ name }) => PARTS_OF_ADDITIONAL.some((part) => part === name));
  return whole && !partly ? [...entries, ...PARTS_OF_ADDITIONAL.map((name) => ({ ...whole, name }))] : [...entries];
}

const GRANTABLE: ReadonlySet<string> = new Set(grantable.map(([module, name]) => `${module}.${name}`));
/** True if an access group can grant the item at all. */
export const isGrantable = ({ module, name }: { module: string; name: string }): boolean => GRANTABLE.has(`${module}.${name}`);

/**
 * Rights of an access group's entries, and the view of the client's companies and farms. Items that can't be granted are ignored, from any
 * source.
 */
function rightsOfGroup(entries: readonly Omit<Entry, 'label'>[]): Rights {
  const granted = withParts(entries)
    .filter(isGrantable)
    .map((entry) => [
      `${entry.module}.${entry.name}`,
      ACTIONS.filter((action) => entry[action])
        .map((action) => LETTER[action])
        .join(''),
    ]);
  return { ...Object.fromEntries(granted), ...roleItems({ company: 'v', farm: 'v' }) };
}

/**
 * The rights of a user. Employees' come from the access group (without one, only the view of farms); unknown user types behave like
 * consultants. Items of modules that the client lacks are removed.
 */
export function rightsOf(
  userType: string | null,
  isSuperadmin: boolean,
  modules: readonly string[],
  group: readonly Omit<Entry, 'label'>[] = [],
): Rights {
  const rights =
    userType === 'admin'
      ? isSuperadmin
        ? SUPERADMIN
        : ADMIN
      : userType === 'staff'
        ? STAFF
        : userType === 'client'
          ? OWNER
          : userType === 'employee'
            ? rightsOfGroup(group)
            : CONSULTANT;
  return ofModules(rights, modules);
}

/** The rights in the API's form: one entry per item, in the sections' order. */
export function permissionsOf(rights: Rights): Entry[] {
  return grantable.map(([module, name]) => {
    const letters = rights[`${module}.${name}`] ?? '';
    return {
      module,
      label: `access.${module}.${name}`,
      name,
      view: letters.includes('v'),
      add: letters.includes('a'),
      change: letters.includes('c'),
      delete: letters.includes('d'),
    };
  });
}

/** The item that guards a thing. */
export interface Guarded {
  permission: Item;
  module?: Module;
  /** Additional rights that open it, for some of its rows or actions; its table distinguishes them. */
  also?: (action: Action) => readonly Need[];
}

/** The rights for `action`, of which one is enough. */
export const needsOf = ({ permission, module, also }: Guarded, action: Action): readonly Need[] => [
  { item: permission, action, ...(module ? { module } : {}) },
  ...(also?.(action) ?? []),
];
