// @vitest-environment happy-dom
import { IconTractor } from '@tabler/icons-react';
import { describe, expect, it } from 'vitest';
import { permissionsOf, rightsOf } from '#contract/access.ts';
import { SCREENS as ALL } from '#src/app/screens.ts';
import { accessOf } from '#src/core/access/use-access.ts';
import type { Me } from '#src/core/api/session.ts';
import type { Screen } from '#src/core/layout/screen.ts';
import { activeEntry, itemsOf, menuOf } from './menu.ts';

const screen = (id: string, rest: Partial<Screen>): Screen => ({
  id,
  route: id,
  area: 'client',
  title: 'core:yes',
  icon: IconTractor,
  permission: null,
  menu: 'home',
  load: () => Promise.reject(new Error('not opened here')),
  ...rest,
});
const SCREENS = [
  screen('companies', { permission: { item: 'company', action: 'view' } }),
  screen('planning', {
    route: 'companies/:company_id/farms/:farm_id/planning',
    permission: { item: 'schedule', action: 'view' },
  }),
  screen('kkz', { permission: { item: 'schedule', action: 'view', module: 'animalfeed' } }),
  screen('planfeed', { route: 'reports/planfeed', permission: { item: 'planfeed', action: 'view' }, menu: 'reports' }),
  screen('clients', { area: 'service', permission: { item: 'client', action: 'view' }, menu: 'service' }),
  screen('mixer-db', { area: 'service', permission: { item: 'mixer_db', action: 'view' }, superadmin: true, menu: 'service' }),
  screen('detail', { menu: undefined }),
];
const FARM = { id: 5, company: 2 };

function shown(user: Pick<Me, 'user_type'> & Partial<Me>, place: { client: number | null; farm?: typeof FARM | null }) {
  const me = { is_superadmin: false, modules: ['manger', 'animalfeed'], permissions: [], ...user } as unknown as Me;
  const clientUser = me.user_type === 'client' || me.user_type === 'employee';
  const groups = menuOf(SCREENS, accessOf(me), { clientUser, farm: FARM, ...place });
  return Object.fromEntries(groups.flatMap(({ entries }) => entries.map((entry) => [entry.screen.id, entry.to])));
}

describe('the menu', () => {
  it('gives an owner the client area without a client in the address', () => {
    expect(shown({ user_type: 'client' }, { client: null })).toEqual({
      companies: '/app/companies',
      planning: '/app/companies/2/farms/5/planning',
      kkz: '/app/kkz',
      planfeed: '/app/reports/planfeed',
    });
  });

  it('leaves out the animal-feed screens without the module', () => {
    expect(shown({ user_type: 'client', modules: ['manger'] }, { client: null })).not.toHaveProperty('kkz');
  });

  it('leaves out a farm’s screens while no farm exists', () => {
    expect(shown({ user_type: 'client' }, { client: null, farm: null })).not.toHaveProperty('planning');
  });

  it('gives an employee what the access group grants', () => {
    const permissions = permissionsOf({ 'manger.planfeed': 'v' });
    expect(Object.keys(shown({ user_type: 'employee', permissions }, { client: null }))).toEqual(['companies', 'planfeed']);
  });

  it('gives a consultant the clients, and the client area once a client is entered', () => {
    expect(shown({ user_type: 'consultant' }, { client: null })).toEqual({ clients: '/app/clients' });
    expect(shown({ user_type: 'consultant' }, { client: 3 })).toMatchObject({
      companies: '/app/clients/3/companies',
      clients: '/app/clients',
    });
  });

  it('every title of the menu is in texts that load with the menu', () => {
    const loaded = ['core', 'operations', 'reports', 'admin'];
    const late = SCREENS.filter(({ menu, title }) => menu && !loaded.includes(title.split(':')[0] ?? ''));
    expect(late.map(({ id, title }) => [id, title])).toEqual([]);
  });

  it('keeps the mixer database to super administrators', () => {
    expect(shown({ user_type: 'admin' }, { client: null })).not.toHaveProperty('mixer-db');
    expect(shown({ user_type: 'admin', is_superadmin: true }, { client: null })).toHaveProperty('mixer-db');
    expect(rightsOf('admin', true, ['manger'])).toHaveProperty(['manger.mixer_db']);
  });

  it('highlights the entry with the longest matching address', () => {
    const groups = menuOf(
      SCREENS,
      accessOf({ user_type: 'client', is_superadmin: false, modules: ['manger'], permissions: [] } as unknown as Me),
      {
        clientUser: true,
        client: null,
        farm: FARM,
      },
    );
    expect(activeEntry(groups, '/app/companies/2/farms/5/planning/leftovers')?.screen.id).toBe('planning');
    expect(activeEntry(groups, '/app/companies/9/farms')?.screen.id).toBe('companies');
    expect(activeEntry(groups, '/app/companiesx')).toBeUndefined();
    // A screen that another one leads to has no entry of its own, whatever its address starts with.
    expect(activeEntry(groups, '/app/companies/9/farms', 'planfeed')?.screen.id).toBe('planfeed');
    expect(activeEntry(groups, '/app/companies/9/farms', 'not-in-the-menu')?.screen.id).toBe('companies');
  });

  it.each([
    { user_type: 'admin', is_superadmin: true, clientUser: false, client: 3, at: '/app/clients/3/' },
    { user_type: 'client', is_superadmin: false, clientUser: true, client: null, at: '/app/' },
  ])('lights an entry on every screen of a client, for $user_type', ({ at, clientUser, client, ...who }) => {
    const me = { ...who, modules: ['manger', 'animalfeed'], permissions: [] } as unknown as Me;
    const groups = menuOf(ALL, accessOf(me), { clientUser, client, farm: FARM });
    const dark = ALL.filter(({ area, route, under }) => {
      return area === 'client' && !activeEntry(groups, `${at}${route.replace(/:\w+/g, '5')}`, under);
    });
    expect(dark.map(({ id }) => id)).toEqual([]);
  });

  describe('the shown menu', () => {
    const everything = (who: object, client: number | null, clientUser: boolean) => {
      const me = { is_superadmin: false, modules: ['manger', 'animalfeed'], permissions: [], ...who } as unknown as Me;
      return menuOf(ALL, accessOf(me), { clientUser, client, farm: FARM });
    };
    const OWNER = everything({ user_type: 'client' }, null, true);
    const at = (groups: ReturnType<typeof menuOf>, path: string, pins: string[] = []) => itemsOf(groups, activeEntry(groups, path), pins);
    const titles = (items: ReturnType<typeof itemsOf>) => items.map(({ title }) => title.replace('core:menu.', ''));

    it('has seven entries for an owner, with the section of the current screen open', () => {
      const items = at(OWNER, '/app/stock/needs');
      expect(titles(items)).toEqual(['home', 'feeding', 'stock', 'herd', 'reports', 'month', 'settings']);
      const open = items.filter(({ screens }) => screens.length > 0);
      expect(open.map(({ title, current }) => [title, current])).toEqual([['core:menu.stock', 'true']]);
      expect(open[0]?.screens.map(({ screen: { id } }) => id)).toEqual([
        'ingredients',
        'needs',
        'scenarios',
        'deliveries',
        'orders',
        'harvests',
        'openings',
        'fodder',
        'delivery-companies',
        'stocks',
      ]);
      expect(items.map(({ to }) => to)).toEqual([
        '/app/companies',
        '/app/companies/2/farms/5/planning',
        '/app/stock/ingredients',
        '/app/companies/2/farms/5/animal-groups',
        '/app/reports/gallery',
        '/app/reports/month-end',
        '/app/history',
      ]);
    });

    it('has an eighth entry for people who look after clients', () => {
      const root = everything({ user_type: 'admin', is_superadmin: true }, 3, false);
      expect(titles(at(root, '/app/clients/3/companies')).at(-1)).toBe('service');
      expect(at(root, '/app/clients/3/companies')).toHaveLength(8);
    });

    it('lists a report while it is open or pinned', () => {
      const reports = (path: string, pins?: string[]) =>
        at(OWNER, path, pins)
          .find(({ title }) => title === 'core:menu.reports')
          ?.screens.map(({ screen: { id } }) => id);
      expect(reports('/app/reports/gallery')).toEqual(['gallery', 'budgets', 'saved-filters', 'subscriptions', 'boards']);
      expect(reports('/app/reports/inout', ['report-compare'])).toEqual([
        'gallery',
        'report-compare',
        'report-inout',
        'budgets',
        'saved-filters',
        'subscriptions',
        'boards',
      ]);
    });

    it('has no sections for people with few screens', () => {
      const nobody = everything({ user_type: 'employee' }, null, true);
      expect(at(nobody, '/app/helpdesk').map(({ title, current, screens }) => [title, current, screens.length])).toEqual([
        ['operations:companies.title', undefined, 0],
        ['operations:farms.title', undefined, 0],
        ['operations:helpdesk.title', 'page', 0],
      ]);
      const root = everything({ user_type: 'admin', is_superadmin: true }, null, false);
      expect(at(root, '/app/clients').map(({ to }) => to)).toContain('/app/mixer-db');
    });
  });
});
