import { adminRedirects, adminScreens } from '#src/admin/index.ts';
import type { Redirect, Screen } from '#src/core/layout/screen.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { operationsRedirects, operationsScreens } from '#src/operations/index.ts';
import { reportsRedirects, reportsScreens } from '#src/reports/index.ts';
import { boardScreens } from './boards/screens.ts';
import { farmLandings } from './farm-landing.ts';

const Home = lazyPart(async () => (await import('./boards/landing.tsx')).Landing);
/** The lists that one lands on have the person's day above them. */
const LANDINGS = ['companies', 'clients'];
const withHome = (screen: Screen): Screen => (LANDINGS.includes(screen.id) ? { ...screen, props: { above: Home } } : screen);

/** Every screen there is, in the order of the menu. */
export const SCREENS: readonly Screen[] = [...operationsScreens, ...reportsScreens, ...boardScreens, ...adminScreens].map(withHome);
export const REDIRECTS: readonly Redirect[] = [
  ...operationsRedirects,
  ...reportsRedirects,
  ...adminRedirects,
  { route: 'companies/:company_id/farms/:farm_id', to: farmLandings(SCREENS).map(({ route }) => route) },
];
