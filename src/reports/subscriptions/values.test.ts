import { expect, test } from 'vitest';
import { addressesOf, type Sendable, suited, turned } from './values.ts';

const now = { every: 'day', period: 'yesterday', format: 'xlsx', language: 'uk' } as const;

test('another frequency changes the days to those since the last sending, unless others were chosen', () => {
  expect(turned('planfeed', { every: 'day', period: 'yesterday' }, 'month')).toEqual({ every: 'month', period: 'last_month' });
  expect(turned('planfeed', { every: 'month', period: 'last_month' }, 'week')).toEqual({ every: 'week', period: 'last_week' });
  expect(turned('planfeed', { every: 'day', period: 'days_30' }, 'week')).toEqual({ every: 'week', period: 'days_30' });
  // A monthly form only has days of a month.
  expect(turned('form9', { every: 'month', period: 'last_month' }, 'day')).toEqual({ every: 'day', period: 'last_month' });
});

test('a filter saved with a period is sent for that period, once per period', () => {
  const saved = (report_type: string, period?: string): Sendable => ({
    id: 1,
    report_type,
    filters: period ? { period } : { farm: ['1'] },
  });
  expect(suited(saved('planfeed', 'last_month'), now)).toEqual({ ...now, every: 'month', period: 'last_month' });
  expect(suited(saved('planfeed', 'last_week'), now)).toEqual({ ...now, every: 'week', period: 'last_week' });
  expect(suited(saved('planfeed', 'days_7'), now)).toEqual({ ...now, period: 'days_7' });
  expect(suited(saved('planfeed', 'today'), now)).toEqual(now);
  expect(suited(saved('planfeed'), now)).toEqual(now);
  expect(suited(saved('form9'), now)).toEqual({ ...now, every: 'month', period: 'last_month' });
});

test('addresses are read in the formats of phones and mail programs', () => {
  expect(addressesOf(['boss@farm.test,', 'books@farm.test'])).toEqual(['boss@farm.test', 'books@farm.test']);
  expect(addressesOf(['Олена Коваль <o@farm.test>; "Boss" <boss@farm.test>', 'a@farm.test  b@farm.test'])).toEqual([
    'o@farm.test',
    'boss@farm.test',
    'a@farm.test',
    'b@farm.test',
  ]);
  expect(addressesOf(['o@farm.test', 'o@farm.test', ' '])).toEqual(['o@farm.test']);
  expect(addressesOf(['not-an-address'])).toEqual(['not-an-address']);
});
