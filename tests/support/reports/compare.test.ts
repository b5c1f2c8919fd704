import { expect, test } from 'vitest';
import { expectFigures, only } from './compare.ts';

test('expectFigures accepts a figure that differs after the sixth decimal', () => {
  expectFigures({ plan: 10.0000001, fact: null, heads: 3 }, { plan: 10, fact: null }, 'row');
});

test.each([
  ['a figure that the row does not have', { plan: 10 }, { plan: 10, fact: null }],
  ['an empty cell instead of 0', { waiting: null }, { waiting: 0 }],
  ['0 instead of an empty cell', { fact: 0 }, { fact: null }],
  ['a number as text', { plan: '10' }, { plan: 10 }],
  ['another number', { plan: 10.00001 }, { plan: 10 }],
])('expectFigures refuses %s', (_, given, expected) => {
  expect(() => expectFigures(given as Parameters<typeof expectFigures>[0], expected, 'row')).toThrow();
});

test('only leaves the figures of the columns, and refuses a column without a figure', () => {
  expect(only({ plan: 10, fact: null }, [{ key: 'fact' }])).toEqual({ fact: null });
  expect(() => only({ plan: 10 }, ['plan', 'fact'])).toThrow();
});
