import { expect, test } from 'vitest';
import { inOrder } from './order.ts';

const rows = (...cells: (string | number | null)[]) => cells.map((cell, at) => ({ cell, at }));
const by = (cells: ReturnType<typeof rows>, downwards = false, language: 'uk' | 'de' | 'et' = 'uk') =>
  inOrder(cells, [{ key: 'cell', downwards }], language).map(({ cell }) => cell);

test('sorts numbers by value, and words by the language and the numbers in them', () => {
  expect(by(rows(10, 9, -1, 0.5))).toEqual([-1, 0.5, 9, 10]);
  expect(by(rows('Їжа', 'Іній', 'Єнот', 'Гай', 'Ґава', 'Ясла', 'Овес'))).toEqual(['Гай', 'Ґава', 'Єнот', 'Іній', 'Їжа', 'Овес', 'Ясла']);
  expect(by(rows('Секція 10', 'Секція 9', 'Секція 1'))).toEqual(['Секція 1', 'Секція 9', 'Секція 10']);
  expect(by(rows('Zucht', 'Äpfel', 'Bohnen'), false, 'de')).toEqual(['Äpfel', 'Bohnen', 'Zucht']);
  expect(by(rows('Õun', 'Vili', 'Kaer'), false, 'et')).toEqual(['Kaer', 'Vili', 'Õun']);
});

test('sorts empty cells last in ascending and first in descending order', () => {
  expect(by(rows(2, null, 1))).toEqual([1, 2, null]);
  expect(by(rows(2, null, 1), true)).toEqual([null, 2, 1]);
});

test('keeps the order of equal rows in both directions, and sorts them by the next key', () => {
  const given = [
    { a: 1, b: 1, at: 0 },
    { a: 2, b: 1, at: 1 },
    { a: 1, b: 2, at: 2 },
    { a: 2, b: 1, at: 3 },
  ];
  const placed = (...keys: Parameters<typeof inOrder>[1]) => inOrder(given, keys, 'uk').map(({ at }) => at);
  expect(placed({ key: 'a', downwards: true })).toEqual([1, 3, 0, 2]);
  expect(placed({ key: 'a', downwards: false }, { key: 'b', downwards: true })).toEqual([2, 0, 1, 3]);
  expect(placed({ key: 'a', downwards: false, wordOf: (cell) => -Number(cell) })).toEqual([1, 3, 0, 2]);
});
