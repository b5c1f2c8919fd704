import { afterEach, expect, test } from 'vitest';
import type { Reading } from '#common/scale/reader.ts';
import type { Draft } from './draft.ts';
import { addReading, findNextStart, forgetReadings, readIndicator } from './indicator.ts';

const draft = (values: Partial<Draft>): Draft => ({
  stage: 'load',
  operator: null,
  started_at: '2026-03-10T04:00:00Z',
  current: 2,
  line_started_at: null,
  typed: '',
  marks: {},
  mixing_since: null,
  loaded: null,
  ended: false,
  scaleStart: 100,
  ...values,
});
const show = (kg: number, at = performance.now()) =>
  addReading({ kg, at, unit: 'kg', basis: null, isMoving: false, hasChecksum: false } satisfies Reading);

afterEach(forgetReadings);

test('the next line starts where the indicator’s weight of the line before ended', () => {
  show(607);
  expect(findNextStart(draft({}), 500.5, 'indicator')).toBe(600.5);
  expect(findNextStart(draft({ stage: 'upload', scaleStart: 1000 }), 300.1, 'indicator')).toBe(699.9);
});

test('after a typed weight, the next line starts at the present weight, or at the typed one without an indicator', () => {
  expect(findNextStart(draft({}), 395, 'person')).toBe(495);
  show(498);
  expect(findNextStart(draft({}), 395, 'person')).toBe(498);
});

test('a corrected line leaves the start of the open line unchanged', () => {
  show(498);
  const marks = { 2: { weight: 300, started_at: null, seconds: null } };
  expect(findNextStart(draft({ marks }), 395, 'person')).toBe(100);
});

test('the start stays unknown without an indicator', () => {
  expect(findNextStart(draft({ scaleStart: undefined }), 395, 'person')).toBeUndefined();
});

test('the present weight is the median of the last second', () => {
  const now = performance.now();
  for (const [kg, age] of [
    [900, 5000],
    [100, 300],
    [104, 200],
    [101, 100],
  ] as const)
    show(kg, now - age);
  expect(readIndicator()).toBe(101);
  forgetReadings();
  show(900, now - 5000);
  expect(readIndicator()).toBeUndefined();
});
