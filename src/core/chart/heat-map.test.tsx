import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { firstConventions } from '#contract/words.ts';
import { HeatMap } from './heat-map.tsx';

afterEach(cleanup);

const format = createFormatter({ language: 'en', ...firstConventions('en'), timezone: 'UTC', currency: 'EUR' });
const rows = [
  { person: 'Ann', feed: 'Hay', bias: -1.25 },
  { person: 'Ann', feed: 'Silage', bias: 2 },
  { person: 'Bob', feed: 'Hay', bias: 0.5 },
  { person: 'Bob', feed: 'Silage', bias: null },
];
const series = {
  key: 'bias',
  type: 'heatmap',
  title: 'Bias',
  side: { key: 'person', kind: 'text', header: 'Operator' },
  x: { key: 'feed', kind: 'text', header: 'Ingredient' },
  y: [{ key: 'bias', kind: 'percent', header: 'Bias', unit: '%', deviation: true, decimals: 1 }],
  rows,
} as const;

test('each cell names its row, heading and value, and arrows move between cells', () => {
  const onPoint = vi.fn();
  render(<HeatMap series={{ ...series, y: [...series.y] }} format={format} deviation="Deviation" pointed={false} onPoint={onPoint} />);
  const grid = screen.getByRole('grid', { name: 'Bias' });
  expect(grid.querySelectorAll('[role=row]')).toHaveLength(3);
  const cells = screen.getAllByRole('gridcell');
  expect(cells.map((cell) => cell.getAttribute('aria-label'))).toEqual([
    'Ann, Hay: −1.2 %',
    'Ann, Silage: +2.0 %',
    'Bob, Hay: +0.5 %',
    'Bob, Silage: –',
  ]);
  // One tab stop.
  expect(cells.filter((cell) => cell.getAttribute('tabindex') === '0')).toEqual([cells[0]]);
  cells[0]!.focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
  press('ArrowRight');
  expect(document.activeElement).toBe(cells[1]);
  press('ArrowDown');
  expect(document.activeElement).toBe(cells[3]);
  press('Enter');
  expect(onPoint).toHaveBeenLastCalledWith(rows[3]);
  press('Home');
  press('ArrowUp');
  press('ArrowUp');
  expect(document.activeElement).toBe(cells[0]);
  expect(cells.filter((cell) => cell.getAttribute('tabindex') === '0')).toEqual([cells[0]]);
  // The sign is shown by colour and text.
  expect(cells.map((cell) => cell.querySelector('rect')?.getAttribute('fill'))).toEqual([
    'var(--under)',
    'var(--over)',
    'var(--over)',
    'var(--surface)',
  ]);
});

test('names stay visible during sideways scrolling and headings during vertical scrolling; a long name takes two lines or is cut in its middle', () => {
  const people = ['Maximilian Aloysius', 'Bob', 'Wolfeschlegelsteinhausenbergerdorff'];
  const cells = ['Hay', 'Silage'].flatMap((feed) => people.map((person, at) => ({ feed, person, bias: at })));
  const turned = { ...series, side: series.x, x: series.side, rows: cells };
  render(<HeatMap series={{ ...turned, y: [...series.y] }} format={format} deviation="Deviation" pointed={false} />);
  const grid = screen.getByRole('grid', { name: 'Bias' });
  // With more people than feeds, rows and columns are swapped.
  expect([...grid.querySelectorAll('[role=rowheader] text')].map(({ textContent }) => textContent)).toEqual([
    'Wolfesc…erdorff',
    'Bob',
    'Maximil…oysius',
  ]);
  cleanup();
  const feeds = people.map((feed) => ({ feed, person: 'Ann', bias: 1 }));
  const days = { ...series, x: { ...series.x, kind: 'time' as const }, rows: feeds };
  render(<HeatMap series={{ ...days, y: [...series.y] }} format={format} deviation="Deviation" pointed={false} />);
  const wide = screen.getByRole('grid', { name: 'Bias' });
  const headings = [...wide.querySelectorAll('[role=columnheader]')].map((heading) =>
    [...heading.querySelectorAll('text')].map(({ textContent }) => textContent),
  );
  expect(headings).toEqual([['Maximilian', 'Aloysius'], ['Bob'], ['Wolfesch…erdorff'], ['Operator']]);
  wide.scrollLeft = 70;
  fireEvent.scroll(wide);
  expect([wide.style.getPropertyValue('--left'), wide.style.getPropertyValue('--top')]).toEqual(['70px', '0px']);
});
