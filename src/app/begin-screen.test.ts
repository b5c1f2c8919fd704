// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportPath } from '#contract/report-path.ts';
import { allReports } from '#contract/reports/index.ts';
import { loadMe } from '#src/core/api/auth.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { session } from '#src/core/api/session.ts';
import { beginScreen } from './app-routes.tsx';

const address = { pathname: '/app/reports/planfeed', search: '?farm=1&planned_on_after=2026-05-01&planned_on_before=2026-05-02' };
const page = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8');
const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
/** As the page's own script begins at an address of a report. */
function beginPage({ pathname, search }: typeof address) {
  const report = allReports.find(({ route }) => pathname === `/app/reports/${route}`);
  document.head.innerHTML = report ? `<meta name="report" content="${reportPath(report)}">` : '';
  history.replaceState(null, '', pathname + search);
  new Function(script)();
}
const makeToken = (claims: object) => `head.${btoa(JSON.stringify(claims))}.seal`;
let asked: string[];
let addresses: string[];

beforeEach(() => {
  asked = [];
  addresses = [];
  // A page that has just begun, however long this process runs.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, search } = new URL(url, 'http://localhost');
    asked.push(pathname);
    addresses.push(pathname + search);
    return new Response(JSON.stringify({ data: [], count: 0 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, 'begun');
  localStorage.clear();
  queryClient.clear();
});

it('asks for a screen early for those who have a client of their own', () => {
  localStorage.setItem('t', makeToken({ own: true }));
  beginScreen(address);
  expect(asked).toContain('/api/manager/farms/dashboard/');
  expect(asked.length).toBeGreaterThan(1);
});

it.each([
  ['works for several clients', makeToken({ own: false })],
  ['has a token that doesn’t say', makeToken({})],
  ['has none that can be read', 'nonsense'],
])('requests nothing of an unknown client for a person who %s', (_, token) => {
  localStorage.setItem('t', token);
  beginScreen(address);
  expect(asked).toEqual([]);
});

it('the page begins with the texts and letters of the language that was chosen on the device, after its own preloads', () => {
  const first = { uk: ['assets/core-uk.js'], de: ['assets/core-de.js', 'assets/latin.woff2'] };
  document.head.innerHTML = `<meta name="first" content='${JSON.stringify(first)}'>`;
  localStorage.setItem('manger', 'de');
  new Function(script)();
  const links = () => [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);
  expect(links()).toEqual([]);
  document.dispatchEvent(new Event('readystatechange'));
  expect(links()).toEqual(['modulepreload /assets/core-de.js', 'preload /assets/latin.woff2']);
});

it.each([
  ['of one farm', address.search],
  ['of several farms', address.search.replace('?', '?farm=2&')],
])('the page preloads exactly the requests of the program: a report %s', async (_, search) => {
  const token = makeToken({ own: true });
  localStorage.setItem('t', token);
  session.set({ ...session.get(), token });
  beginPage({ ...address, search });
  const before = [...addresses];
  expect(before.length).toBe(3);
  beginScreen({ ...address, search });
  await loadMe();
  expect(addresses).toEqual(before);
  // Each answer is given once.
  await loadMe();
  expect(addresses.slice(before.length)).toEqual(['/api/auth/me/']);
});

it('the page asks for no report of which it doesn’t know all that is asked, and for nothing of who isn’t signed in', () => {
  beginPage(address);
  expect(addresses).toEqual([]);
  localStorage.setItem('t', makeToken({ own: true }));
  beginPage({ ...address, search: `${address.search}&ration=3` });
  expect(asked).toEqual(['/api/auth/me/', '/api/manager/farms/dashboard/']);
});

it('another’s answer, or one of long ago, isn’t taken', async () => {
  localStorage.setItem('t', makeToken({ own: false }));
  beginPage(address);
  expect(asked).toEqual(['/api/auth/me/']);
  session.set({ ...session.get(), token: 'another' });
  await loadMe();
  expect(asked).toEqual(['/api/auth/me/', '/api/auth/me/']);
  session.set({ ...session.get(), token: makeToken({ own: false }) });
  vi.mocked(performance.now).mockReturnValue(31_000);
  await loadMe();
  expect(asked.length).toBe(3);
});
