// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { type Module, permissionsOf, type Rights, SECTIONS } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { accessOf } from '#src/core/access/use-access.ts';
import { type Me, session } from '#src/core/api/session.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { appRoute } from './app-routes.tsx';
import { farmLanding } from './farm-landing.ts';
import { SCREENS } from './screens.ts';
import { farmAddress } from './shell/farm-address.ts';

const meWith = (rights: Rights, modules: readonly Module[] = ['manger', 'animalfeed'], user_type = 'employee') =>
  ({ user_type, is_superadmin: false, modules, permissions: permissionsOf(rights) }) as unknown as Me;
const kyiv = { id: 3, company: 2, timezone: 'Europe/Kyiv' } as FarmCard;
const chicago = { id: 4, company: 2, timezone: 'America/Chicago' } as FarmCard;
const findScreen = (id: string) => SCREENS.find((screen) => screen.id === id)!;

/** The redirect of a farm's address by the router. */
function led(me: Me): string | null {
  session.set({ ...session.get(), status: 'in', me });
  const route = 'companies/:company_id/farms/:farm_id';
  const found = appRoute
    .children!.flatMap(({ path, children = [] }) => (path === undefined ? children : []))
    .find(({ path }) => path === route);
  const loader = found?.loader as unknown as (args: object) => Response;
  return loader({ params: { company_id: '2', farm_id: '3' } }).headers.get('Location');
}

afterEach(() => {
  session.set({ status: 'unknown', token: null, me: null, ended: null });
  vi.useRealTimers();
});

const RIGHTS = Object.values(SECTIONS).flatMap((entries) => entries.map(([module, item]) => `${module}.${item}`));

it.each(RIGHTS)('choosing a farm with the right %s alone opens a screen that it may see', (right) => {
  const access = accessOf(meWith({ [right]: 'v' }));
  const landing = farmLanding(SCREENS, access);
  expect(landing && mayOpen(landing, access)).toBe(true);
  expect(['companies', 'farms']).not.toContain(landing?.id);
});

it('a farm opens the plan for a feeder, a report of the farm for an accountant, and the batches with animal feed alone', () => {
  expect(led(meWith(ACCESS_PRESETS.feeder))).toBe('/app/companies/2/farms/3/planning');
  expect(led(meWith(ACCESS_PRESETS.accountant))).toMatch(/^\/app\/reports\/[a-z]+\?farm=3$/);
  expect(led(meWith({}, ['animalfeed'], 'client'))).toBe('/app/companies/2/farms/3/kkz');
});

const here = (me: Me, screen: string, search = '') => ({
  screen: findScreen(screen),
  access: accessOf(me),
  place: { clientUser: true, client: null, farm: kyiv },
  farm: kyiv,
  pathname: `/app/${findScreen(screen).route}`,
  search,
});

it('the switch of farms leads an accountant from the list of companies to a report of the farm', () => {
  const me = meWith(ACCESS_PRESETS.accountant);
  expect(farmAddress(here(me, 'companies'), chicago)).toMatch(/^\/app\/reports\/[a-z]+\?farm=4$/);
});

it('a report keeps its days at a farm of the same timezone, and has today’s at a farm of another', () => {
  vi.useFakeTimers({ now: new Date('2026-03-05T03:00:00Z'), toFake: ['Date'] });
  const me = meWith(ACCESS_PRESETS.accountant);
  const report = SCREENS.find(({ route }) => route === 'reports/planfeed')!;
  const search = '?farm=3&planned_on_after=2026-01-01&planned_on_before=2026-01-31&group=7';
  const to = (farm: FarmCard, query: string) => new URL(farmAddress(here(me, report.id, query), farm) ?? '', 'http://app').search;
  expect(to({ ...chicago, timezone: 'Europe/Kyiv' }, search)).toBe('?farm=4&planned_on_after=2026-01-01&planned_on_before=2026-01-31');
  expect(to(chicago, search)).toBe('?farm=4&planned_on_after=2026-03-04&planned_on_before=2026-03-04');
  expect(to(chicago, '?farm=3')).toBe('?farm=4&planned_on_after=2026-03-04&planned_on_before=2026-03-04');
});
