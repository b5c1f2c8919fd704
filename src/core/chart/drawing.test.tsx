import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { Drawing } from './drawing.tsx';
import { shorten } from './heat-map-layout.ts';
import { Waterfall } from './waterfall-drawing.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});
// Without layout nothing has a size, and nothing would be drawn.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 600, height: 120, top: 0, left: 0 } as DOMRect);
});

const format = createFormatter({ language: 'de', ...firstConventions('de'), timezone: 'UTC', currency: 'EUR' });
const weight = (key: string, more = {}) => ({ key, header: key, kind: 'weight', unit: 'kg', ...more }) as const;
const group = { key: 'group', header: 'Gruppe', kind: 'text' } as const;
const series = (type: 'bar' | 'waterfall', y: ReturnType<typeof weight>[], rows: Row[]) => ({
  key: 's',
  type,
  title: 'S',
  x: group,
  y,
  rows,
});
const draw = (What: typeof Drawing, ...of: Parameters<typeof series>) =>
  render(<What series={series(...of)} format={format} deviation="Abweichung" pointed={false} />).container;
const texts = (container: Element, part: string) => [...container.querySelectorAll(part)].map(({ textContent }) => textContent);

test('each bar next to a name shows its value, for plan and fact', () => {
  const rows = [
    { group: 'A', plan: 43_076.32, fact: 43_351 },
    { group: 'B', plan: 30_091.5, fact: 28_330.5 },
  ];
  const container = draw(Drawing, 'bar', [weight('plan'), weight('fact')], rows);
  expect(texts(container, '.recharts-label-list text')).toEqual(['43.076,32', '30.091,5', '43.351', '28.330,5']);
  // Then no axis exists that could be out of sight.
  expect(texts(container, '.recharts-xAxis-tick-labels text')).toEqual([]);
});

test('stacked names are visible as a whole: five, or four with two bars or two lines', () => {
  const drawLine = (y: ReturnType<typeof weight>[], name: string) => {
    const container = draw(Drawing, 'bar', y, [{ group: name, plan: 1, fact: 2 }]);
    const height = (container.firstElementChild as HTMLElement).style.getPropertyValue('--line-height');
    cleanup();
    return height;
  };
  expect(drawLine([weight('fact')], 'A')).toBe('24px');
  expect(drawLine([weight('plan'), weight('fact')], 'A')).toBe('30px');
  expect(drawLine([weight('fact')], 'A group whose name takes two lines')).toBe('30px');
});

test('bars to both sides start at a zero line', () => {
  const drawLines = (least: number) => {
    const container = draw(
      Drawing,
      'bar',
      [weight('off', { deviation: true })],
      [
        { group: 'A', off: 4 },
        { group: 'B', off: least },
      ],
    );

    const lines = [...container.querySelectorAll('.recharts-cartesian-grid-vertical line')].length;
    const axes = container.querySelectorAll('.recharts-yAxis .recharts-cartesian-axis-line').length;
    cleanup();
    return { lines, axes };
  };
  expect(drawLines(-2)).toEqual({ lines: 1, axes: 0 });
  expect(drawLines(2)).toEqual({ lines: 0, axes: 1 });
});

test('a waterfall formats all its figures alike: as whole numbers if one is large', () => {
  const rows = [
    { group: 'Budget', sum: 32_566_448.58, standing: true },
    ...['A', 'B', 'C', 'D'].map((name) => ({ group: name, sum: 282_797.4 })),
    { group: 'Ist', sum: 33_697_638.18, standing: true },
  ];
  const container = draw(Waterfall, 'waterfall', [weight('sum')], rows);
  const labels = texts(container, '.recharts-label-list text');
  expect([labels[0], labels[1], labels.at(-1)]).toEqual(['32.566.448', '+282.797', '33.697.638']);
});

test('cut names with equal beginnings stay distinct', () => {
  const [one, other] = ['Кормозмішувач 14 м³', 'Кормозмішувач 24 м³'].map((name) => shorten(name, 100));
  expect([one, other].every((name) => name?.includes('…') && name.endsWith('4 м³'))).toBe(true);
  expect(one).not.toBe(other);
});
