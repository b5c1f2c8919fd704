import { expect, test } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import { listNamespaces } from './with-texts.ts';

test('namespaces of labels and of the words of values are listed once, without texts that people entered', () => {
  const column = { key: 'unit', kind: 'text', label: 'milk:column.unit', texts: 'nutrients:units' };
  const typed = { key: 'group', kind: 'text', label: 'Calves: young', verbatim: true };
  const chart = { key: 'map', label: 'reports:chart.map', x: column, y: [{ ...typed, texts: 'boards:words' }] };
  const answer = { columns: [column, typed], tiles: [{ key: 'cost', label: 'reports:tile.cost' }], series: [chart] };
  expect(listNamespaces(answer as unknown as ReportData)).toEqual(['reports', 'core', 'pages', 'milk', 'nutrients', 'boards']);
});
