// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { column } from '#contract/reports/columns.ts';
import type { GridHandle } from '#src/core/grid/grid-handle.ts';
import { ColumnList } from './column-list.tsx';

test('ticks what is shown from its first opening on, by names that tell apart, and takes a column away', async () => {
  const shown = new Set(['deviation', 'deviation_percent']);
  const grid: GridHandle = {
    ordering: () => '',
    shown: () => ({ columns: [], rows: [] }),
    visible: () => [...shown],
    show: (key, visible) => void (visible ? shown.add(key) : shown.delete(key)),
    resetColumns: () => undefined,
  };
  const columns = [
    { ...column('deviation', 'weight'), header: 'Deviation', unit: 'kg', heading: 'Weight' },
    { ...column('deviation_percent', 'percent'), header: 'Deviation', unit: '%', heading: 'Weight' },
    { ...column('cost', 'money'), header: 'Cost' },
  ];
  const at = document.body.appendChild(document.createElement('button'));
  render(
    <MantineProvider env="test">
      <ColumnList drop={{ opened: true, id: 'columns', at, onChange: () => undefined }} columns={columns} grid={{ current: grid }} />
    </MantineProvider>,
  );
  const items = await screen.findAllByRole('menuitemcheckbox', { hidden: true });
  const state = () => items.map((item) => [item.textContent, item.getAttribute('aria-checked')]);
  expect(state()).toEqual([
    ['Weight: Deviation, kg', 'true'],
    ['Weight: Deviation, %', 'true'],
    ['Cost', 'false'],
  ]);
  fireEvent.click(items[1]!);
  expect([...shown]).toEqual(['deviation']);
  // One column stays.
  fireEvent.click(items[0]!);
  expect([...shown]).toEqual(['deviation']);
});
