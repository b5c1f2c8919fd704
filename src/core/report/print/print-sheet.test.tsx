import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ExportInput } from '#common/files/input.ts';
import { PrintSheet } from './print-sheet.tsx';

const sheet: ExportInput = {
  title: 'Feeding plan',
  lines: [{ label: 'Farm', value: 'North' }],
  columns: [{ key: 'name', kind: 'text', header: 'Name' }],
  rows: [{ name: 'Hay' }],
  totals: {},
  language: 'en',
  units: 'kg',
  clock: '24',
  timezone: 'UTC',
  currency: 'EUR',
  labels: { total: 'Total', page: '' },
  notes: [],
} as unknown as ExportInput;

afterEach(cleanup);

test('the part under the figures is printed once, also if the sheet renders again while printing', () => {
  const screen = (title: string) => (
    <>
      <section data-beneath>Beneath</section>
      <PrintSheet key="sheet" input={() => ({ ...sheet, title })} />
    </>
  );
  const { rerender } = render(screen('Once'));
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  rerender(screen('Twice'));
  expect(document.querySelectorAll('article [data-beneath]')).toHaveLength(1);
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
});

test('the sheet has tiles and the first chart, then all rows, then the part beneath, and is removed afterwards', () => {
  render(
    <>
      <div data-figures>
        <section aria-label="Main figures">Cost 12 €</section>
        {['Cost by day', 'Cost by feed'].map((title) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <figure>
              <svg width="400" height="120" />
            </figure>
          </section>
        ))}
      </div>
      <section data-beneath>What is left at other prices</section>
      <PrintSheet input={() => sheet} />
    </>,
  );
  expect(document.querySelector('article')).toBeNull();
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  const paper = document.querySelector('article')!;
  const text = paper.textContent ?? '';
  for (const words of ['Feeding plan', 'Farm: North', 'Cost 12 €', 'Cost by day', 'Hay']) expect(text).toContain(words);
  expect(text).not.toContain('Cost by feed');
  expect(text.indexOf('Cost 12 €')).toBeLessThan(text.indexOf('Hay'));
  expect(text.indexOf('Hay')).toBeLessThan(text.indexOf('What is left at other prices'));
  expect(paper.querySelector('svg')!.getAttribute('viewBox')).toBe('0 0 400 120');
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  expect(document.querySelector('article')).toBeNull();
  expect(document.querySelectorAll('[data-figures] section')).toHaveLength(3);
});
