import { expect, test } from 'vitest';
import { HISTORY_ITEMS } from '#contract/operations/who-sees.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { HISTORY_TABS } from '#src/operations/history/lists.ts';

const endpoints = [...operationsEndpoints, ...reportsEndpoints];

test('a history list needs the right to change its resource, and has its tab', () => {
  const changing = new Map(
    endpoints.flatMap(({ method, path, need }) => (method === 'put' && need ? [[path, [need].flat()[0]?.item] as const] : [])),
  );
  const given = new Map(endpoints.flatMap(({ shows, path }) => (shows ? [[shows as string, path] as const] : [])));
  const items = Object.keys(HISTORY_ITEMS).map((list) => [list, changing.get(`${given.get(list)?.replace('/{id}', '')}/{id}`)]);
  expect(Object.fromEntries(items)).toEqual(HISTORY_ITEMS);
  expect(HISTORY_TABS.map(([, list]) => list).toSorted()).toEqual(Object.keys(HISTORY_ITEMS).toSorted());
});
