import { createElement, Suspense } from 'react';
import { adminRedirects, adminScreens } from '#src/admin/index.ts';
import type { Redirect, Screen } from '#src/core/layout/screen.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { operationsRedirects, operationsScreens } from '#src/operations/index.ts';
import { reportsRedirects, reportsScreens } from '#src/reports/index.ts';

const Home = lazyPart(async () => (await import('./home/home.tsx')).Home);
/** The lists that one lands on have the person's day above them. */
const withHome = (screen: Screen): Screen =>
  screen.id === 'companies' || screen.id === 'clients'
    ? { ...screen, props: { above: createElement(Suspense, null, createElement(Home, { table: screen.id })) } }
    : screen;

/** Every screen there is, in the order of the menu. */
export const SCREENS: readonly Screen[] = [...operationsScreens, ...reportsScreens, ...adminScreens].map(withHome);
export const REDIRECTS: readonly Redirect[] = [...operationsRedirects, ...reportsRedirects, ...adminRedirects];
