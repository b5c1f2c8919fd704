// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import { beginScreen } from './app-routes.tsx';

const address = { pathname: '/app/reports/planfeed', search: '?farm=1&planned_on_after=2026-05-01&planned_on_before=2026-05-02' };
const tokenOf = (claims: object) => `head.${btoa(JSON.stringify(claims))}.seal`;
let asked: string[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://localhost').pathname);
    return new Response(JSON.stringify({ data: [], count: 0 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  queryClient.clear();
});

it('asks for a screen early for those who have a client of their own', () => {
  localStorage.setItem('t', tokenOf({ own: true }));
  beginScreen(address);
  expect(asked).toContain('/api/manager/farms/dashboard/');
  expect(asked.length).toBeGreaterThan(1);
});

it.each([
  ['works for several clients', tokenOf({ own: false })],
  ['has a token that doesn’t say', tokenOf({})],
  ['has none that can be read', 'nonsense'],
])('asks for nothing of a client before it is known which, for whoever %s', (_, token) => {
  localStorage.setItem('t', token);
  beginScreen(address);
  expect(asked).toEqual([]);
});
