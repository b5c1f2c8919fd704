import { expect, test } from 'vitest';
import { loadGridState } from './column-state.ts';

test('what was chosen for a column that is called otherwise now holds for what it became', () => {
  localStorage.setItem(
    'grid',
    JSON.stringify({ density: 'compact', columns: [{ colId: 'plan' }, { colId: 'cost_of_error', hide: true }] }),
  );
  expect(loadGridState('grid').columns).toEqual([
    { colId: 'plan' },
    { colId: 'loading_cost_of_error', hide: true },
    { colId: 'unloading_cost_of_error', hide: true },
  ]);
});
