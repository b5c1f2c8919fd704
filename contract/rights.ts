/** Who may do what: permission names, and the fixed matrices of the roles. Both sides decide by `allows` alone. */
export const MODULES = ['manger', 'animalfeed'] as const;
export type Module = (typeof MODULES)[number];
export const DEFAULT_MODULE: Module = 'manger';

export const ACTIONS = ['view', 'add', 'change', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

export const USER_TYPES = ['admin', 'consultant', 'staff', 'client', 'employee'] as const;

/** What an access group can grant, by section, in the order in which the screens list it. */
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

/** Items of the default module that compound feed needs as well: a client of that module alone keeps them. */
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

/** Parts of `additional` that have rights of their own: who names it and none of them means them, too. */
const PARTS_OF_ADDITIONAL = ['filters', 'blanks'] as const;

export type Section = keyof typeof SECTIONS;
export type Grantable = (typeof SECTIONS)[Section][number];
/** Reached by role alone, never by an access group. */
export const ROLE_ITEMS = ['company', 'farm', 'employee', 'access_group', 'client', 'user', 'mixer_db', 'activity'] as const;
export type Item = Grantable[1] | (typeof ROLE_ITEMS)[number];

/** A right that something asks for; `module` is the default one unless named. */
export interface Need {
  item: Item;
  action: Action;
  module?: Module;
}

/** What an access group says of one item. */
interface Entry extends Record<Action, boolean> {
  module: Module;
  label: string;
  name: string;
}

/** The rights of one signed-in user, compact: `module.item` → the letters v, a, c, d. */
export type Rights = Readonly<Record<string, string>>;
const rightsKey = (module: Module, item: Item) => `${module}.${item}`;
const LETTER: Record<Action, string> = { view: 'v', add: 'a', change: 'c', delete: 'd' };

/** Whether `rights` hold `action` on `item`; unknown items are never allowed. */
export function allows(rights: Rights, item: Item, action: Action, module: Module = DEFAULT_MODULE): boolean {
  return rights[rightsKey(module, item)]?.includes(LETTER[action]) ?? false;
}

/** Whether `rights` hold any of what is asked for. */
export const allowsAny = (rights: Rights, needs: Need | readonly Need[]): boolean =>
  [needs].flat().some(({ item, action, module }) => allows(rights, item, action, module));

const ALL = 'vacd';
const every = (letters: string, entries: readonly (readonly [Module, string])[]): Record<string, string> =>
  Object.fromEntries(entries.map(([module, item]) => [`${module}.${item}`, letters]));
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

/** Where an access key may call at all; its rights say what. */
export const KEY_PATH = '/schedule/';
/** An access key of a farm: the plan, and the reports of a terminal. */
const KEY: Rights = {
  'manger.schedule': 'v',
  'manger.schedule_loading': 'v',
  'manger.load_schedule': 'a',
  'manger.upload_schedule': 'a',
};

/** Whether somebody with these modules has any use for an item. People and places belong to every module. */
export function isOfModules(modules: readonly string[], module: string, item: string): boolean {
  if (modules.includes(module) || ROLE_ITEMS.some((one) => one === item)) return true;
  return modules.includes('animalfeed') && ALSO_OF_ANIMALFEED.includes(item);
}

/** What is left of rights where only these modules are. */
export const ofModules = (rights: Rights, modules: readonly string[]): Rights =>
  Object.fromEntries(
    Object.entries(rights).filter(([key]) => {
      const [module = '', item = ''] = key.split('.');
      return isOfModules(modules, module, item);
    }),
  );

export const rightsOfKey = (modules: readonly string[]): Rights => ofModules(KEY, modules);

/** An access group's entries, with those of the parts of `additional` where nothing is said of any of them. */
export function withParts<E extends { module: Module; name: string }>(entries: readonly E[]): E[] {
  const whole = entries.find(({ module, name }) => module === DEFAULT_MODULE && name === 'additional');
  const partly = entries.some(({ name }) => PARTS_OF_ADDITIONAL.some((part) => part === name));
  return whole && !partly ? [...entries, ...PARTS_OF_ADDITIONAL.map((name) => ({ ...whole, name }))] : [...entries];
}

const GRANTABLE: ReadonlySet<string> = new Set(grantable.map(([module, name]) => `${module}.${name}`));
/** Whether an access group can grant it at all. */
export const isGrantable = ({ module, name }: { module: string; name: string }): boolean => GRANTABLE.has(`${module}.${name}`);

/** What an access group's entries grant, beside seeing the client's companies and farms; what none can grant isn't believed, wherever it was read. */
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
 * The rights of a user. An employee's come from the access group (`group`, none = nothing but seeing the farms);
 * an unknown or missing `userType` behaves as consultant. Items of a module that the client hasn't are cut.
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

/** The rights as the API lists them: one entry an item, in the sections' order. */
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

/** What a thing is guarded by. */
export interface Guarded {
  permission: Item;
  module?: Module;
  /** Rights that open it beside its own: of what is done with its rows, or of some of them, which its table tells apart. */
  also?: (action: Action) => readonly Need[];
}

/** What doing `action` with it asks for: any of these rights. */
export const needsOf = ({ permission, module, also }: Guarded, action: Action): readonly Need[] => [
  { item: permission, action, ...(module ? { module } : {}) },
  ...(also?.(action) ?? []),
];
