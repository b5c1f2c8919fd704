import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { KINDS, LANGUAGES, type Language } from '../../../contract/kinds.ts';
import { minus, truncate } from './decimal.ts';
import { createFormatter, EMPTY } from './formatter.ts';
import { UNIT_KEYS } from './kinds.ts';
import { currencyOf } from './locale.ts';
import type { ParseOptions } from './parse.ts';

const make = (language: Language, timezone = 'Europe/Kyiv', currency = '') => createFormatter({ language, timezone, currency });
/** Spaces of any width read as one. */
const spaced = (text: string) => text.replace(/\s/gu, ' ');

describe('truncation', () => {
  it.each([
    [0.29, '0.29'],
    [4.35, '4.35'],
    [1.13 * 100, '113'],
    [0.1 + 0.2, '0.3'],
    [1.999, '1.99'],
    [-1.999, '−1.99'],
    [0.009, '0'],
    [-0.009, '0'],
    [-0, '0'],
    [99_999_999.999, '99,999,999.99'],
    [1e21, '1,000,000,000,000,000,000,000'],
    [1e-9, '0'],
  ])('%d is %s', (value, text) => expect(make('en').value('ratio', value)).toBe(text));

  it('a percent sign stands as the language sets it', () => {
    expect(make('de').percent(41.5)).toBe('41,5\u00a0%');
    expect(make('en').percent(41.5)).toBe('41.5%');
    expect(make('uk').percent(-1.99, { decimals: 1, plus: true })).toBe('−1,9\u00a0%');
    expect(make('pl').percent(1.99, { decimals: 1, plus: true })).toBe('+1,9%');
    expect(make('us').percent(null)).toBe('–');
  });

  it('a difference of two weights is what one would write', () => {
    expect(truncate(minus(2438, 2459.6))).toBe(-21.6);
    expect(truncate(minus(14_360, 14_079.2))).toBe(280.8);
    expect(minus(0.3, 0.1 + 0.2)).toBe(0);
  });

  it('never grows a number and never changes one of two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), fc.integer({ min: 0, max: 9 }), (cents, more) => {
        const sign = cents < 0 ? '-' : '';
        const digits = String(Math.abs(cents)).padStart(3, '0');
        const two = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
        expect(truncate(Number(two))).toBe(Number(two) + 0);
        expect(truncate(Number(two + more))).toBe(Number(two) + 0);
      }),
    );
  });
});

describe('numbers by language', () => {
  it.each<[Language, string]>([
    ['uk', '1 234 567,89'],
    ['ru', '1 234 567,89'],
    ['en', '1,234,567.89'],
    ['us', '1,234,567.89'],
    ['pl', '1 234 567,89'],
    ['nl', '1.234.567,89'],
    ['de', '1.234.567,89'],
    ['fr', '1 234 567,89'],
    ['it', '1.234.567,89'],
    ['ro', '1.234.567,89'],
    ['et', '1 234 567,89'],
  ])('%s writes %s', (language, text) => expect(spaced(make(language).value('ratio', 1_234_567.8999))).toBe(text));

  it('groups four digits in every language, as Excel does', () => expect(spaced(make('pl').value('weight', 1234))).toBe('1 234'));

  it("a column's decimals are shown in full", () => {
    expect(make('en').value('weight', 12.5, { decimals: 3 })).toBe('12.500');
    expect(make('en').value('weight', 12.9, { decimals: 0 })).toBe('12');
  });

  it('finds the decimals that line a column up', () => {
    const { decimals } = make('en');
    expect([
      decimals('weight', [1, null, 2]),
      decimals('weight', [1, 2.5]),
      decimals('weight', [1.5, 2.259]),
      decimals('money', [1]),
    ]).toEqual([0, 1, 2, 2]);
  });

  it('tells empty from zero in every kind', () => {
    for (const kind of KINDS) {
      for (const empty of [null, undefined, '']) expect(make('uk').value(kind, empty)).toBe(EMPTY);
    }
    expect(make('uk').value('money', 0)).toBe('0');
    expect(make('uk').value('duration', 0)).toBe('0');
    expect(make('uk').signed('weight', null)).toBe(EMPTY);
  });

  it('reads decimals that come as text and draws no number from nonsense', () => {
    expect(make('en').value('weight', '12.50')).toBe('12.5');
    expect(make('en').value('weight', 'abc')).toBe(EMPTY);
    expect(make('en').value('weight', Number.NaN)).toBe(EMPTY);
  });
});

describe('kinds', () => {
  it('weights and prices are pounds for us only', () => {
    expect(make('us').value('weight', 45.359237)).toBe('100');
    expect(make('us').value('price', 2.2)).toBe('0.99');
    expect(make('en').value('weight', 45.359237)).toBe('45.35');
    expect(make('us').value('percent', 45)).toBe('45');
    expect([make('us').unit('weight'), make('uk').unit('weight')]).toEqual(['core:units.lbs', 'core:units.kg']);
    expect([make('us').unit('price'), make('uk').unit('price'), make('uk').unit('text')]).toEqual([
      'core:units.price_lb',
      'core:units.price',
      '',
    ]);
    expect(UNIT_KEYS).toHaveLength(7);
  });

  it('seconds are minutes with one decimal', () => {
    expect(make('uk').value('duration', 90)).toBe('1,5');
    expect(make('uk').value('duration', 3600)).toBe('60,0');
    expect(make('uk').value('duration', 59)).toBe('0,9');
  });

  it('kilograms round to tonnes', () => {
    expect(make('uk').tonnes(12_345.6)).toBe('12,35');
    expect(make('uk').tonnes(1005)).toBe('1,01');
    expect(make('uk').tonnes(0)).toBe('0');
  });

  it('deviations carry a sign', () => {
    const { signed } = make('en');
    expect([signed('weight', 5), signed('weight', -5.5), signed('weight', 0), signed('weight', -0.001)]).toEqual(['+5', '−5.5', '0', '0']);
  });

  it("money is the farm's, else the language's", () => {
    expect(spaced(make('uk').money(1234.5))).toBe('1 234,50 ₴');
    expect(make('us').money(-1234.5)).toBe('−$1,234.50');
    expect(spaced(make('de', 'UTC', 'USD').money(2))).toBe('2,00 $');
    expect(spaced(make('uk', 'UTC', 'грн.').money(2))).toBe('2,00 грн.');
    expect(make('ru').unitValues.currency).toBe('₸');
    expect(LANGUAGES.map(currencyOf)).toEqual(['UAH', 'KZT', 'USD', 'PLN', 'EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD', 'EUR']);
  });

  it('booleans and statuses take the words given', () => {
    const labels = { yes: 'так', no: 'ні', status: { loaded: 'Завантажено' } };
    const format = createFormatter({ language: 'uk', timezone: 'UTC', labels });
    expect([format.value('text', true), format.value('text', false)]).toEqual(['так', 'ні']);
    expect([format.value('status', 'loaded'), format.value('status', 'waited')]).toEqual(['Завантажено', 'waited']);
  });
});

describe('days and clocks', () => {
  it('a date has ten characters and never shifts', () => {
    for (const language of LANGUAGES) {
      for (const timezone of ['Pacific/Auckland', 'America/Los_Angeles']) {
        const text = make(language, timezone).value('date', '2026-03-09');
        expect(text).toHaveLength(10);
        expect(text).toContain('2026');
        expect(text).toContain('09');
      }
    }
    expect(make('uk').value('date', '2026-03-09')).toBe('09.03.2026');
    expect(make('us').value('date', '2026-03-09')).toBe('03/09/2026');
    expect(make('nl').value('date', '2026-03-09')).toBe('09-03-2026');
    expect(make('fr').value('date', '2026-03-09')).toBe('09/03/2026');
  });

  it("an instant is read on the farm's clock, through the change to summer time", () => {
    expect(make('uk').value('datetime', '2026-03-29T00:59:59Z')).toBe('29.03.2026 02:59');
    expect(make('uk').value('datetime', '2026-03-29T01:00:00Z')).toBe('29.03.2026 04:00');
    expect(make('uk').value('datetime', '2026-10-25T01:00:00Z')).toBe('25.10.2026 03:00');
    expect(make('us', 'America/New_York').value('datetime', '2026-01-01T04:30:00+00:00')).toBe('12/31/2025 11:30 PM');
    expect(make('uk', 'Asia/Kathmandu').value('datetime', '2026-01-01T00:00:00Z')).toBe('01.01.2026 05:45');
    expect(make('uk').value('datetime', 'soon')).toBe('soon');
  });

  it('us has the 12-hour clock', () => {
    const { value } = make('us');
    expect(['00:05', '12:00', '13:05:09'].map((time) => value('time', time))).toEqual(['12:05 AM', '12:00 PM', '1:05:09 PM']);
    expect(make('uk').value('time', '13:05')).toBe('13:05');
  });
});

describe('typed numbers', () => {
  const { parseNumber } = make('uk');
  it.each<[string, number | null, ParseOptions?]>([
    ['12,5', 12.5],
    ['12.5', 12.5],
    [' 1 234,56 ', 1234.56],
    ['.5', 0.5],
    ['5,', 5],
    ['1,239', 1.23],
    ['500', 100, { max: 100 }],
    ['1,2345', 1.234, { decimals: 3 }],
    ['7,9', 7, { decimals: 0 }],
    ['-3', null],
    ['-3', -3, { negative: true }],
    ['', null],
    [',', null],
    ['1,2,3', null],
    ['1e5', null],
    ['=1', null],
  ])('"%s" is %s', (text, value, options = {}) => expect(parseNumber(text, { max: 9_999, ...options })).toBe(value));

  it('pounds read back as typed, and are stored to the gram', () => {
    const format = make('us');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), (hundredths) => {
        const typed = hundredths / 100;
        const kg = format.toKg(typed);
        expect(Math.round(kg * 1000) / 1000).toBe(kg);
        expect(format.fromKg(kg)).toBe(typed);
        expect(Math.abs(kg - typed * 0.45359237)).toBeLessThanOrEqual(0.0015);
      }),
    );
    expect(make('uk').toKg(7)).toBe(7);
  });
});

describe('text for programs', () => {
  it('has the decimal mark, no thousands, nothing cut', () => {
    expect(make('uk').plain('weight', 1234.567)).toBe('1234,567');
    expect(make('en').plain('price', 0.00001)).toBe('0.00001');
    expect(make('en').plain('money', -1234.5)).toBe('-1234.5');
    expect(make('us').plain('weight', 1)).toBe('2.20462');
    expect(make('uk').plain('duration', 100)).toBe('1,66667');
    expect(make('uk').plain('text', null)).toBe('');
  });
});

test('a month in words', () => {
  expect([make('uk').month('2026-02'), make('de').month('2026-03'), make('us').month('2025-12')]).toEqual([
    'лютий 2026',
    'März 2026',
    'December 2025',
  ]);
  expect(make('en').month('2026-13x')).toBe('2026-13x');
});

test('a weekday in short', () => {
  expect([make('uk').weekday('2026-11-22'), make('de').weekday('2026-11-22'), make('us').weekday('2026-11-23')]).toEqual([
    'нд',
    'So',
    'Mon',
  ]);
  expect(make('en').weekday('x')).toBe('');
});

test('an axis tells thousands in short, and nothing below its digits is a minus zero', () => {
  const { compact } = make('en');
  expect([12_345, -1_250_000, -0.02, 0].map((cell) => compact('weight', cell))).toEqual(['12.3K', '−1.3M', '0', '0']);
});
