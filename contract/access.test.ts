import { describe, expect, it } from 'vitest';
import { ACTIONS, allows, type Item, permissionsOf, rightsOf, SECTIONS } from './access.ts';
import { ROLE_ITEMS } from './rights.ts';

const BOTH = ['manger', 'animalfeed'];
const grantable = Object.values(SECTIONS).flat();
const letters = (userType: string | null, superadmin = false, modules = BOTH) => {
  const rights = rightsOf(userType, superadmin, modules);
  return Object.fromEntries(
    grantable.map(([module, item]) => [
      `${module}.${item}`,
      ACTIONS.filter((action) => allows(rights, item, action, module))
        .map((action) => action[0])
        .join(''),
    ]),
  );
};

describe('the fixed matrices of the specification', () => {
  it('lets consultants and unknown kinds of users view everything and change nothing', () => {
    for (const type of ['consultant', null, 'somebody']) expect(new Set(Object.values(letters(type)))).toEqual(new Set(['v']));
  });

  it('gives staff the rights of the specification', () => {
    expect(letters('staff')).toEqual({
      'animalfeed.load': 'vacd',
      'animalfeed.schedule': 'vacd',
      'manger.animalfeed_delivery': 'vacd',
      'manger.animalfeed_recipe': 'vacd',
      'manger.animaltype': 'vacd',
      'manger.delivery': 'vacd',
      'manger.delivery_company': 'vacd',
      'manger.group': 'vacd',
      'manger.ingredient': 'vacd',
      'manger.loading': 'vacd',
      'manger.mixer': 'vacd',
      'manger.ration': 'vacd',
      'manger.stock': 'v',
      'manger.history': 'v',
      'manger.dashboard': 'v',
      'manger.inout': 'v',
      'manger.load': 'v',
      'manger.planfeed': 'v',
      'manger.upload': 'v',
      'manger.additional': 'vacd',
      'manger.filters': 'vacd',
      'manger.blanks': 'vacd',
      'manger.schedule': 'vacd',
      'manger.schedule_loading': 'vc',
      'manger.load_schedule': 'a',
      'manger.upload_schedule': 'a',
    });
  });

  it('gives administrators and owners everything in a client', () => {
    for (const type of ['admin', 'client']) expect(new Set(Object.values(letters(type)))).toEqual(new Set(['vacd']));
  });

  it('reserves the installation for the super administrator', () => {
    const items: Item[] = ['user', 'mixer_db', 'activity'];
    for (const item of items) {
      expect(allows(rightsOf('admin', true, BOTH), item, 'view')).toBe(true);
      for (const type of ['admin', 'staff', 'consultant', 'client', 'employee'])
        expect(allows(rightsOf(type, false, BOTH), item, 'view')).toBe(false);
    }
  });

  it('removes the items of modules that the client lacks', () => {
    expect(letters('client', false, ['manger'])).toMatchObject({ 'animalfeed.load': '', 'manger.load': 'vacd' });
  });
});

describe('compound feed alone', () => {
  const rights = rightsOf('client', false, ['animalfeed']);
  const has = (item: Item) => allows(rights, item, 'view');

  it('the access group contains people, places and stock, and no feeding', () => {
    const needed: Item[] = [
      'company',
      'farm',
      'employee',
      'access_group',
      'stock',
      'ingredient',
      'animalfeed_recipe',
      'delivery',
      'mixer',
      'inout',
    ];
    expect(needed.filter((item) => !has(item))).toEqual([]);
    const others: Item[] = [
      'animaltype',
      'group',
      'ration',
      'loading',
      'schedule',
      'load',
      'upload',
      'planfeed',
      'dashboard',
      'additional',
      'blanks',
    ];
    expect(others.filter(has)).toEqual([]);
    expect(allows(rights, 'schedule', 'view', 'animalfeed')).toBe(true);
  });
});

describe('an access group', () => {
  const entry = (name: string, view: boolean) => ({ module: 'manger' as const, name, view, add: false, change: false, delete: false });
  const seen = (...entries: ReturnType<typeof entry>[]) => {
    const rights = rightsOf('employee', false, BOTH, entries);
    return (['additional', 'filters', 'blanks'] as const).filter((item) => allows(rights, item, 'view'));
  };

  it('includes filters and blanks in `additional`, unless it names one of them', () => {
    expect(seen(entry('additional', true))).toEqual(['additional', 'filters', 'blanks']);
    expect(seen(entry('additional', true), entry('filters', false))).toEqual(['additional']);
    expect(seen(entry('blanks', true))).toEqual(['blanks']);
  });

  it('grants no right of a role, even if the database contains one', () => {
    const rights = rightsOf(
      'employee',
      false,
      BOTH,
      [...ROLE_ITEMS, 'ration'].map((name) => ({ module: 'manger', name, view: true, add: true, change: true, delete: true })),
    );
    expect(rights).toEqual({ 'manger.ration': 'vacd', 'manger.company': 'v', 'manger.farm': 'v' });
  });

  it('grants the named rights, and the view of companies and farms', () => {
    const rights = rightsOf('employee', false, BOTH, [
      { module: 'manger', name: 'ration', view: true, add: false, change: true, delete: false },
    ]);
    expect(ACTIONS.filter((action) => allows(rights, 'ration', action))).toEqual(['view', 'change']);
    expect(allows(rights, 'farm', 'view')).toBe(true);
    expect(allows(rights, 'farm', 'change')).toBe(false);
    expect(
      permissionsOf(rights)
        .filter((entry) => entry.view)
        .map((entry) => entry.name),
    ).toEqual(['ration']);
  });
});
