import { describe, expect, it } from 'vitest';
import { ACTIONS, allows, type Item, permissionsOf, rightsOf, SECTIONS } from './access.ts';

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
  it('lets a consultant, and whoever is of no known kind, view everything and change nothing', () => {
    for (const type of ['consultant', null, 'somebody']) expect(new Set(Object.values(letters(type)))).toEqual(new Set(['v']));
  });

  it('gives staff what the specification names', () => {
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
      'manger.schedule': 'vacd',
      'manger.schedule_loading': 'vc',
      'manger.load_schedule': 'a',
      'manger.upload_schedule': 'a',
    });
  });

  it('gives admin and owner everything in a client', () => {
    for (const type of ['admin', 'client']) expect(new Set(Object.values(letters(type)))).toEqual(new Set(['vacd']));
  });

  it('keeps the installation for the super administrator', () => {
    const items: Item[] = ['user', 'mixer_db', 'activity'];
    for (const item of items) {
      expect(allows(rightsOf('admin', true, BOTH), item, 'view')).toBe(true);
      for (const type of ['admin', 'staff', 'consultant', 'client', 'employee'])
        expect(allows(rightsOf(type, false, BOTH), item, 'view')).toBe(false);
    }
  });

  it('cuts the items of a module that the client has not', () => {
    expect(letters('client', false, ['manger'])).toMatchObject({ 'animalfeed.load': '', 'manger.load': 'vacd' });
  });
});

describe('an access group', () => {
  it('grants what it names, and the sight of companies and farms', () => {
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
