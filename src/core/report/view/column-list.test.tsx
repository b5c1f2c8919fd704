// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { column } from '#contract/reports/columns.ts';
import type { GridHandle } from '#src/core/grid/grid-handle.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { ColumnList } from './column-list.tsx';

beforeAll(async () => {
  await startI18n();
});

test('ticks shown columns from the first opening on, under distinct names, hides a column and pins one', async () => {
  const shown = new Set(['deviation', 'deviation_percent']);
  const staying = new Set<string>();
  const grid: GridHandle = {
    ordering: () => '',
    shown: () => ({ columns: [], rows: [] }),
    visible: () => [...shown],
    show: (key, visible) => void (visible ? shown.add(key) : shown.delete(key)),
    pinned: () => [...staying],
    pin: (key, stays) => void (stays ? staying.add(key) : staying.delete(key)),
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
      <Suspense>
        <ColumnList drop={{ opened: true, id: 'columns', at, onChange: () => undefined }} columns={columns} grid={{ current: grid }} />
      </Suspense>
    </MantineProvider>,
  );
  const all = await screen.findAllByRole('menuitemcheckbox', { hidden: true });
  const [items, pins] = [0, 1].map((of) => all.filter((_, at) => at % 2 === of)) as [HTMLElement[], HTMLElement[]];
  const state = () => items.map((item) => [item.textContent, item.getAttribute('aria-checked')]);
  expect(state()).toEqual([
    ['Weight: Deviation,\u00a0kg', 'true'],
    ['Weight: Deviation,\u00a0%', 'true'],
    ['Cost', 'false'],
  ]);
  fireEvent.click(items[1]!);
  expect([...shown]).toEqual(['deviation']);
  expect(pins.map((pin) => pin.getAttribute('aria-label')?.split(': ').slice(1).join(': '))).toEqual([
    'Weight: Deviation,\u00a0kg',
    'Weight: Deviation,\u00a0%',
    'Cost',
  ]);
  fireEvent.click(pins[0]!);
  expect([...staying]).toEqual(['deviation']);
  expect(pins[0]!.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(pins[0]!);
  expect([...staying]).toEqual([]);
  // The last column can't be hidden.
  fireEvent.click(items[0]!);
  expect([...shown]).toEqual(['deviation']);
});
