import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { firstConventions } from '#contract/words.ts';
import { ControlDrawing } from './control-drawing.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
// Without layout nothing has a size, and nothing would be drawn.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 600, height: 200, top: 0, left: 0 } as DOMRect);
});

const format = createFormatter({ language: 'en', ...firstConventions('en'), timezone: 'UTC', currency: 'EUR' });
const column = (key: string, header: string) => ({ key, header, kind: 'percent', unit: '%', deviation: true, decimals: 1 }) as const;
const point = (day: string, bias: number, ewma: number) => ({ day, bias, ewma, target: 0, lower: -1, upper: 1 });
const series = {
  key: 'signal',
  type: 'control',
  title: 'Bias',
  x: { key: 'day', kind: 'date', header: 'Day' },
  y: [
    column('bias', 'Measured'),
    column('ewma', 'Average'),
    column('target', 'Target'),
    column('lower', 'Lower limit'),
    column('upper', 'Upper limit'),
  ],
  rows: [point('2026-03-01', 0.5, 0.2), point('2026-03-02', 3, 1.04), point('2026-03-03', -9, -1.97)],
} as const;

test('points outside the limits have marks by side and texts, and limits have names and values', () => {
  const { container } = render(
    <ControlDrawing
      series={{ ...series, y: [...series.y], rows: [...series.rows] }}
      format={format}
      deviation="Deviation"
      pointed={false}
    />,
  );
  const marks = [...container.querySelectorAll('path[data-out]')];
  expect(marks.map((mark) => [mark.getAttribute('data-out'), mark.querySelector('title')?.textContent])).toEqual([
    ['1', '2 Mar: Average +1.0%'],
    ['-1', '3 Mar: Average −1.9%'],
  ]);
  // One points up, one down.
  expect(marks.map((mark) => /l-5 (-?\d)/.exec(mark.getAttribute('d')!)?.[1])).toEqual(['-9', '9']);
  for (const text of ['Upper limit +1.0', 'Target 0', 'Lower limit −1.0']) expect(screen.getByText(text)).toBeTruthy();
});
