import { expect, test } from 'vitest';
import { bookWith, figure } from './statistics.ts';

const listLines = (book: string) => book.split('\n').filter((line) => /^(##|\| P)/.test(line));
const measured = (id: string, ours: number, target = '≤ 3') => figure(id, `work of ${id}`, 'ms', [ours], [1], target);

test('missed targets come first, and each figure shows its last two runs on the machine', () => {
  let book = bookWith('', [measured('P2', 1), measured('P10', 4)]);
  for (const ours of [2.5, 2.75, 3.5]) book = bookWith(book, [measured('P4', ours)]);
  expect(listLines(book).map((line) => line.split(' | ').slice(0, 7).join(' | '))).toEqual([
    '## Not reached',
    '| P4 | work of P4 | 3.50 ms | 1.00 ms | 3.50 × | 2.50 · 2.75 · 3.50 | ≤ 3 ×',
    '| P10 | work of P10 | 4.00 ms | 1.00 ms | 4.00 × | 4.00 | ≤ 3 ×',
    '## Reached',
    '| P2 | work of P2 | 1.00 ms | 1.00 ms | 1.00 × | 1.00 | ≤ 3 ×',
  ]);
  expect(listLines(bookWith(book, [measured('P4', 2), measured('P10', 2)]))[1]).toMatch(/^\| P2 .* \| yes \|/);
  expect(listLines(bookWith(book, [measured('P4', 2)])).find((line) => line.includes('| P4 |'))).toContain('2.75 · 3.50 · 2.00');
});

test('figures of another machine aren’t shown', () => {
  const elsewhere = bookWith('', [measured('P4', 2)]).replace(/[^|]+\|\n$/, ' another |\n');
  expect(bookWith(elsewhere, [measured('P4', 1)])).toContain('| 1.00 × | 1.00 | ≤ 3 × |');
});
