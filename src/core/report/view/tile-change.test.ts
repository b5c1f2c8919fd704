import { expect, test } from 'vitest';
import type { Tile } from '#contract/reports/shape.ts';
import { tileChange } from './tile-change.ts';

const tile = (more: Partial<Tile>): Tile => ({ key: 'cost', label: '', kind: 'money', value: 110, previous: 100, ...more });

test('a figure changes by percent, and is judged by what is good', () => {
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

test('what swings about zero changes by its own unit', () => {
  expect(tileChange(tile({ value: -3102, previous: 297, good: 'zero' }))).toEqual({ size: -3399, unit: 'value', judged: 'bad' });
  expect(tileChange(tile({ value: 3, previous: 0, good: 'zero' }))).toEqual({ size: 3, unit: 'value', judged: 'bad' });
});

test('what goes over to the other side of zero is judged where it is much nearer or farther', () => {
  expect(tileChange(tile({ value: 2415, previous: -2657, good: 'zero' }))).toMatchObject({ judged: 'neutral' });
  expect(tileChange(tile({ value: -2657, previous: 2415, good: 'zero' }))).toMatchObject({ judged: 'neutral' });
  expect(tileChange(tile({ value: 415, previous: -2657, good: 'zero' }))).toMatchObject({ judged: 'good' });
  expect(tileChange(tile({ value: -415, previous: -2657, good: 'zero' }))).toMatchObject({ judged: 'good' });
});

test('what reads as nothing is no change', () => {
  expect(tileChange(tile({ kind: 'percent', value: 0.51, previous: 0.55, good: 'zero' }))).toEqual({
    size: 0,
    unit: 'points',
    judged: 'neutral',
  });
  expect(tileChange(tile({ value: 1_000_001, previous: 1_000_000, good: 'down' }))).toMatchObject({ size: 0, judged: 'neutral' });
});

test('nothing to compare with is no change', () => {
  expect(tileChange(tile({ previous: 0 }))).toBeNull();
  expect(tileChange(tile({ previous: null }))).toBeNull();
  expect(tileChange(tile({ value: null }))).toBeNull();
});
