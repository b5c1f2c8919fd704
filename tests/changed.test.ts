import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findAffected, readGraph } from '#scripts/changed.mjs';

let graph: ReturnType<typeof readGraph>;
beforeAll(() => {
  graph = readGraph(resolve(import.meta.dirname, '..'));
});

test('a report’s query brings its own tests and the journeys that open it, and nothing that only the registry connects with it', () => {
  const { tests, journeys, leftOut } = findAffected(graph, ['server/reports/inout/query.ts']);
  expect(tests).toContain('server/reports/inout/inout.test.ts');
  expect(tests).toContain('tests/structure.test.ts');
  expect(tests).not.toContain('server/operations/deliveries/deliveries.test.ts');
  expect(journeys).toContain('tests/e2e/journeys/report-frame.spec.ts');
  expect(leftOut).toBe(0);
});

test('a contract brings the tests of its feature on both sides first', () => {
  const { tests } = findAffected(graph, ['contract/operations/deliveries.ts']);
  expect(tests).toContain('server/operations/deliveries/deliveries.test.ts');
  expect(tests).toContain('src/operations/deliveries/unusual.test.tsx');
});

test('a part of many screens brings the nearest tests, and says how many it leaves out', () => {
  const { tests, leftOut } = findAffected(graph, ['src/core/ui/form-modal.tsx']);
  expect(tests).toContain('src/core/ui/form-modal.test.tsx');
  expect(leftOut).toBeGreaterThan(10);
});

test('a changed test brings itself', () => {
  expect(findAffected(graph, ['common/format/clock.test.ts']).tests).toContain('common/format/clock.test.ts');
});
