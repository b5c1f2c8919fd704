import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findAffected, readGraph } from '#scripts/changed.mjs';

let graph: ReturnType<typeof readGraph>;
beforeAll(() => {
  graph = readGraph(resolve(import.meta.dirname, '..'));
});

test('a report’s query selects its own tests and the journeys that open it, and nothing that only the registry connects', () => {
  const { tests, journeys, leftOut } = findAffected(graph, ['server/reports/inout/query.ts']);
  expect(tests).toContain('server/reports/inout/inout.test.ts');
  expect(tests).toContain('tests/structure.test.ts');
  expect(tests).not.toContain('server/operations/deliveries/deliveries.test.ts');
  expect(journeys).toContainEqual(expect.stringMatching(/report-frame\.spec\.ts:\d+$/));
  expect(leftOut).toBe(0);
});

test('a report’s query selects only those journeys of a file that open the report', () => {
  const file = 'tests/e2e/journeys/report-frame.spec.ts';
  const lines = graph.get(file)!.text.split('\n');
  const { journeys } = findAffected(graph, ['server/reports/consumption/query.ts']);
  expect(journeys).not.toContain(file);
  const titles = journeys.map((journey) => lines[Number(journey.split(':')[1]) - 1]);
  expect(titles).toEqual([expect.stringContaining("test('totals stay visible")]);
});

test('a page model selects every journey of the files that use it', () => {
  const { journeys } = findAffected(graph, ['tests/e2e/pages/long-list-page.ts']);
  expect(journeys).toEqual(['tests/e2e/journeys/long-lists.spec.ts']);
});

test('a contract selects the tests of its feature on both sides first', () => {
  const { tests } = findAffected(graph, ['contract/operations/deliveries.ts']);
  expect(tests).toContain('server/operations/deliveries/deliveries.test.ts');
  expect(tests).toContain('src/operations/deliveries/unusual.test.tsx');
});

test('a part of many screens selects the nearest tests, and returns the number of the others', () => {
  const { tests, leftOut } = findAffected(graph, ['src/core/ui/form-modal.tsx']);
  expect(tests).toContain('src/core/ui/form-modal.test.tsx');
  expect(leftOut).toBeGreaterThan(10);
});

test('a changed test selects itself', () => {
  expect(findAffected(graph, ['common/format/clock.test.ts']).tests).toContain('common/format/clock.test.ts');
});
