import { expect, test } from 'vitest';
import type { Tile } from '#contract/reports/shape.ts';
import { tileChange } from './tile-change.ts';

const tile = (more: Partial<Tile>): Tile => ({ key: 'cost', label: '', kind: 'money', value: 110, previous: 100, ...more });

test('a change is in percent, and the figure’s good direction decides whether it is better', () => {
  expect(tileChange(tile({ good: 'down' }))).toEqual({ size: 10, unit: 'percent', judged: 'bad' });
  expect(tileChange(tile({ good: 'up' }))).toMatchObject({ judged: 'good' });
  expect(tileChange(tile({}))).toMatchObject({ judged: 'neutral' });
});

test('a percentage changes by points', () => {
  expect(tileChange(tile({ kind: 'percent', value: 96, previous: 95.5, good: 'up' }))).toEqual({
    size: 0.5,
    unit: 'points',
    judged: 'good',
  });
});

test('a figure around zero changes in its own unit', () => {
  expect(tileChange(tile({ value: -3102, previous: 297, good: 'zero' }))).toEqual({ size: -3399, unit: 'value', judged: 'bad' });
  expect(tileChange(tile({ value: 3, previous: 0, good: 'zero' }))).toEqual({ size: 3, unit: 'value', judged: 'bad' });
});

test('a figure that crosses zero is judged only if it is much nearer to zero or farther from it', () => {
  expect(tileChange(tile({ value: 2415, previous: -2657, good: 'zero' }))).toMatchObject({ judged: 'neutral' });
  expect(tileChange(tile({ value: -2657, previous: 2415, good: 'zero' }))).toMatchObject({ judged: 'neutral' });
  expect(tileChange(tile({ value: 415, previous: -2657, good: 'zero' }))).toMatchObject({ judged: 'good' });
  expect(tileChange(tile({ value: -415, previous: -2657, good: 'zero' }))).toMatchObject({ judged: 'good' });
});

test('a change that rounds to zero is no change', () => {
  expect(tileChange(tile({ kind: 'percent', value: 0.51, previous: 0.55, good: 'zero' }))).toEqual({
    size: 0,
    unit: 'points',
    judged: 'neutral',
  });
  expect(tileChange(tile({ value: 1_000_001, previous: 1_000_000, good: 'down' }))).toMatchObject({ size: 0, judged: 'neutral' });
});

test('a tile needs a value to compare with for its change', () => {
  expect(tileChange(tile({ previous: 0 }))).toBeNull();
  expect(tileChange(tile({ previous: null }))).toBeNull();
  expect(tileChange(tile({ value: null }))).toBeNull();
});
