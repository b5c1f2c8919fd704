import { expect, test } from 'vitest';
import { loadGridState } from './column-state.ts';

test('settings of a renamed column apply to its successors', () => {
  localStorage.setItem('grid', JSON.stringify({ columns: [{ colId: 'plan' }, { colId: 'cost_of_error', hide: true }] }));
  expect(loadGridState('grid').columns).toEqual([
    { colId: 'plan' },
    { colId: 'loading_cost_of_error', hide: true },
    { colId: 'unloading_cost_of_error', hide: true },
  ]);
});
