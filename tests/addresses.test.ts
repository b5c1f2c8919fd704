import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { REDIRECTS, SCREENS } from '#src/app/screens.ts';
import { TAB_SETS } from '#src/core/layout/screen.ts';

const src = resolve(import.meta.dirname, '../src');
const shipped = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
);
const ids = SCREENS.map(({ id }) => id);
const routes = [...SCREENS, ...REDIRECTS].map(({ route }) => route);

/** True if a screen has this address. `:` is filled in; the rest of an incomplete address is unknown. */
const leads = (address: string) => {
  const parts = address.split('/');
  const isOpen = parts.at(-1)?.endsWith(':');
  return routes.some((route) => {
    const wanted = route.split('/');
    const fits = parts.every((part, at) => /^:+$/.test(part) || part.replace(/:$/, '') === wanted[at]);
    return fits && (isOpen ? wanted.length >= parts.length - 1 : wanted.length === parts.length);
  });
};

it('each screen has an id and a route of its own', () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(routes.filter((route, at) => routes.indexOf(route) !== at)).toEqual([]);
});

it('each referenced screen and tab exists', () => {
  const named = [...SCREENS.flatMap(({ under }) => under ?? []), ...Object.values(TAB_SETS).flat()];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});

it('each redirecting address leads to a screen', () => {
  expect(REDIRECTS.flatMap(({ to }) => to).filter((to) => !leads(to))).toEqual([]);
});

it('each hand-written link leads to a screen', () => {
  const links = shipped.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/\b(?:path|appPath)\((?:'([^']+)'|`([^`]+)`)/g)].map(([, plain, filled]) => ({
      file,
      to: (plain ?? filled ?? '')
        .replace(/\$\{[^}?]+\}/g, ':')
        .replace(/\$\{.*$/, ':')
        .replace(/\?.*$/, ''),
    })),
  );
  expect(links.length).toBeGreaterThan(25);
  expect(links.filter(({ to }) => !leads(to))).toEqual([]);
});
