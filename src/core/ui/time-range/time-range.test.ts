import { expect, test } from 'vitest';
import { clampHours, clampMinutes, isTyped, normalizeRange, shownHours, timeOf } from './time-range.ts';

test('unreadable hours become the first hour, hours that are too large the last', () => {
  expect([clampHours('', false), clampHours('x', false), clampHours('7', false), clampHours('31', false)]).toEqual([
    '00',
    '00',
    '07',
    '23',
  ]);
  expect([clampHours('', true), clampHours('0', true), clampHours('12', true), clampHours('15', true)]).toEqual(['01', '01', '12', '12']);
  expect([clampMinutes('5'), clampMinutes('75'), clampMinutes('')]).toEqual(['05', '59', '00']);
});

test('the 12-hour clock reads and writes midnight and noon', () => {
  expect([shownHours('00:15', true), shownHours('12:15', true), shownHours('23:15', true)]).toEqual(['12', '12', '11']);
  expect([timeOf('12', '15', 'AM'), timeOf('12', '15', 'PM'), timeOf('11', '15', 'PM'), timeOf('23', '5', null)]).toEqual([
    '00:15',
    '12:15',
    '23:15',
    '23:05',
  ]);
});

test('an end before its start becomes the start', () => {
  expect(normalizeRange({ start: '11:00', end: '06:00' }, false)).toEqual({ start: '11:00', end: '11:00' });
  expect(normalizeRange({ start: '06:00', end: '06:00' }, false)).toEqual({ start: '06:00', end: '06:00' });
  expect(normalizeRange({ start: '06:00', end: '11:00' }, false)).toEqual({ start: '06:00', end: '11:00' });
});

test('on a twelve-hour clock an afternoon start makes an afternoon end', () => {
  expect(normalizeRange({ start: '13:00', end: '05:30' }, true)).toEqual({ start: '13:00', end: '17:30' });
  expect(normalizeRange({ start: '13:00', end: '00:30' }, true)).toEqual({ start: '13:00', end: '13:00' });
  expect(normalizeRange({ start: '13:00', end: '05:30' }, false)).toEqual({ start: '13:00', end: '13:00' });
});

test('an incomplete time is distinguished from a complete one', () => {
  expect([isTyped('6', '30', false), isTyped('', '30', false), isTyped('24', '00', false), isTyped('13', '00', true)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
