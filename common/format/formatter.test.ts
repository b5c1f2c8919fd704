import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { KINDS, LANGUAGES, type Language } from '#contract/kinds.ts';
import { firstConventions } from '#contract/words.ts';
import { minus, round, truncate } from './decimal.ts';
import { decimalsOf, plain } from './file-numbers.ts';
import { createFormatter, EMPTY, formatterIn } from './formatter.ts';
import { UNIT_KEYS } from './kinds.ts';
import { currencyOf } from './locale.ts';
import { caretIn, retype, typedNumber, typedText } from './parse.ts';
import { readNumber, readSearchedDay, withStoredDays } from './read.ts';

const makeFormatter = (language: Language, timezone = 'Europe/Kyiv', currency = '') =>
  createFormatter({ language, ...firstConventions(language), timezone, currency });
/** Treats spaces of any width as equal. */
const spaced = (text: string) => text.replace(/\s/gu, ' ');

test('a formatter of another time zone keeps all other settings', () => {
  const labels = { yes: 'Ja', no: 'Nein' };
  const kyiv = createFormatter({ language: 'de', units: 'lb', clock: '12', timezone: 'Europe/Kyiv', currency: 'USD', labels });
  const there = formatterIn(kyiv, 'UTC');
  const direct = createFormatter({ language: 'de', units: 'lb', clock: '12', timezone: 'UTC', currency: 'USD', labels });
  expect(there.value('datetime', '2026-11-24T22:30:00Z')).toBe(direct.value('datetime', '2026-11-24T22:30:00Z'));
  expect(there.value('datetime', '2026-11-24T22:30:00Z')).not.toBe(kyiv.value('datetime', '2026-11-24T22:30:00Z'));
  expect([there.value('weight', 100), there.money(5), there.value('text', true)]).toEqual([kyiv.value('weight', 100), kyiv.money(5), 'Ja']);
  expect(formatterIn(kyiv, 'UTC')).toBe(there);
  expect(formatterIn(kyiv, 'Europe/Kyiv')).toBe(kyiv);
});

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
  ])('%d is %s', (value, text) => expect(makeFormatter('en').value('ratio', value)).toBe(text));

  it.each([
    [0.014, '0.014'],
    [0.0999, '0.0999'],
    [0.00001, '0'],
    [-0.014, '−0.014'],
    [0.02, '0.02'],
    [0.1, '0.10'],
    [0.149, '0.149'],
    [2, '2.00'],
    [2.007, '2.007'],
    [21.0412, '21.0412'],
    [21.04129, '21.0412'],
  ])('a price of %d is %s: as it is typed, for a reader multiplies it', (price, text) => {
    const format = makeFormatter('en');
    expect(format.value('price', price)).toBe(text);
    expect(format.shown('price', price)).toBe(Number(text.replace('−', '-')));
  });

  it('all prices of a column have the decimals of the longest one', () => {
    const format = makeFormatter('en');
    expect([
      decimalsOf(format, 'price', [21.041, 0.014, 3]),
      decimalsOf(format, 'price', [21.04129, 3]),
      decimalsOf(format, 'price', []),
    ]).toEqual([3, 4, 2]);
  });

  it('a percent sign follows the language', () => {
    expect(makeFormatter('de').percent(41.5)).toBe('41,5\u00a0%');
    expect(makeFormatter('en').percent(41.5)).toBe('41.5%');
    expect(makeFormatter('uk').percent(-1.99, { decimals: 1, plus: true })).toBe('−1,9\u00a0%');
    expect(makeFormatter('pl').percent(1.99, { decimals: 1, plus: true })).toBe('+1,9%');
    expect(makeFormatter('us').percent(null)).toBe('–');
  });

  it('a rounded percentage is not cut', () => {
    expect(makeFormatter('uk').roundedPercent(1.49, { decimals: 1, plus: true })).toBe('+1,5\u00a0%');
    expect(makeFormatter('en').roundedPercent(-1.96, { decimals: 1 })).toBe('−2.0%');
    expect(makeFormatter('en').roundedPercent(null, { decimals: 1 })).toBe('–');
  });

  it('a difference of two weights has no binary noise', () => {
    expect(truncate(minus(2438, 2459.6))).toBe(-21.6);
    expect(truncate(minus(14_360, 14_079.2))).toBe(280.8);
    expect(minus(0.3, 0.1 + 0.2)).toBe(0);
  });

  it('never increases a number and never changes a number of two decimals', () => {
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
  ])('%s writes %s', (language, text) => expect(spaced(makeFormatter(language).value('ratio', 1_234_567.8999))).toBe(text));

  it('groups four digits in every language, as Excel does', () => expect(spaced(makeFormatter('pl').value('weight', 1234))).toBe('1 234'));

  it("a column's decimals are shown in full", () => {
    expect(makeFormatter('en').value('weight', 12.5, { decimals: 3 })).toBe('12.500');
    expect(makeFormatter('en').value('weight', 12.9, { decimals: 0 })).toBe('12');
  });

  it('finds the decimals that line a column up', () => {
    const format = makeFormatter('en');
    expect([
      decimalsOf(format, 'weight', [1, null, 2]),
      decimalsOf(format, 'weight', [1, 2.5]),
      decimalsOf(format, 'weight', [1.5, 2.259]),
      decimalsOf(format, 'money', [1]),
    ]).toEqual([0, 1, 2, 2]);
  });

  it('distinguishes empty from zero in every kind', () => {
    for (const kind of KINDS) {
      for (const empty of [null, undefined, '']) expect(makeFormatter('uk').value(kind, empty)).toBe(EMPTY);
    }
    expect(makeFormatter('uk').value('money', 0)).toBe('0');
    expect(makeFormatter('uk').value('duration', 0)).toBe('0');
    expect(makeFormatter('uk').signed('weight', null)).toBe(EMPTY);
  });

  it('reads decimals from text and no number from invalid text', () => {
    expect(makeFormatter('en').value('weight', '12.50')).toBe('12.5');
    expect(makeFormatter('en').value('weight', 'abc')).toBe(EMPTY);
    expect(makeFormatter('en').value('weight', Number.NaN)).toBe(EMPTY);
  });
});

describe('kinds', () => {
  it('weights, prices and times follow the settings; words and marks follow the language', () => {
    const german = createFormatter({ language: 'de', units: 'lb', clock: '12', timezone: 'Europe/Kyiv', currency: 'EUR' });
    expect([german.value('weight', 4535.9237), german.unit('weight')]).toEqual(['10.000', 'core:units.lbs']);
    expect([german.value('price', 2.2), german.unit('price'), german.money(5)]).toEqual(['0,9979', 'core:units.price_lb', '5,00\u00a0€']);
    expect([plain(german, 'weight', 1), plain(german, 'price', 2.2), german.fromKg(111.13), german.toKg(245)]).toEqual([
      '2,204623',
      '0,9979032',
      245,
      111.13,
    ]);
    expect(german.value('datetime', '2026-03-02T13:05:00Z')).toBe('02.03.2026 3:05 PM');
    expect([german.value('time', '00:05'), german.wall('2026-03-02T12:30')]).toEqual(['12:05 AM', '02.03.2026 12:30 PM']);

    const american = createFormatter({ language: 'us', units: 'kg', clock: '24', timezone: 'Europe/Kyiv', currency: 'USD' });
    expect([american.value('weight', 10_000.5), american.unit('weight')]).toEqual(['10,000.5', 'core:units.kg']);
    expect([american.value('price', 2.2), american.unit('price'), american.fromPrice(2.2)]).toEqual(['2.20', 'core:units.price', 2.2]);
    expect(american.value('datetime', '2026-03-02T13:05:00Z')).toBe('03/02/2026 15:05');
    expect([american.value('time', '15:05'), american.toKg(245)]).toEqual(['15:05', 245]);
  });

  it('weights and prices are in pounds if the settings choose pounds', () => {
    expect(makeFormatter('us').value('weight', 45.359237)).toBe('100');
    expect(makeFormatter('us').value('price', 2.2)).toBe('0.9979');
    expect(makeFormatter('en').value('weight', 45.359237)).toBe('45.35');
    expect(makeFormatter('us').value('percent', 45)).toBe('45');
    expect([makeFormatter('us').unit('weight'), makeFormatter('uk').unit('weight')]).toEqual(['core:units.lbs', 'core:units.kg']);
    expect([makeFormatter('us').unit('price'), makeFormatter('uk').unit('price'), makeFormatter('uk').unit('text')]).toEqual([
      'core:units.price_lb',
      'core:units.price',
      '',
    ]);
    expect(UNIT_KEYS).toHaveLength(7);
  });

  it('seconds are minutes with one decimal', () => {
    expect(makeFormatter('uk').value('duration', 90)).toBe('1,5');
    expect(makeFormatter('uk').value('duration', 3600)).toBe('60,0');
    expect(makeFormatter('uk').value('duration', 59)).toBe('0,9');
  });

  it('kilograms round to tonnes', () => {
    expect(makeFormatter('uk').tonnes(12_345.6)).toBe('12,35');
    expect(makeFormatter('uk').tonnes(1005)).toBe('1,01');
    expect(makeFormatter('uk').tonnes(0)).toBe('0');
  });

  it('deviations carry a sign', () => {
    const { signed } = makeFormatter('en');
    expect([signed('weight', 5), signed('weight', -5.5), signed('weight', 0), signed('weight', -0.001)]).toEqual(['+5', '−5.5', '0', '0']);
  });

  it("money has the client's currency in every language; the language decides only the format", () => {
    expect(spaced(makeFormatter('uk', 'UTC', 'UAH').money(1234.5))).toBe('1 234,50 ₴');
    expect(makeFormatter('us', 'UTC', 'UAH').money(-1234.5)).toBe('−₴1,234.50');
    expect(makeFormatter('us', 'UTC', 'USD').money(-1234.5)).toBe('−$1,234.50');
    for (const language of LANGUAGES) expect(makeFormatter(language).unitValues.currency).toBe('¤');
    expect(spaced(makeFormatter('de', 'UTC', 'USD').money(2))).toBe('2,00 $');
    expect(spaced(makeFormatter('uk', 'UTC', 'грн.').money(2))).toBe('2,00 грн.');
    expect(LANGUAGES.map(currencyOf)).toEqual(['UAH', 'KZT', 'USD', 'PLN', 'EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD', 'EUR']);
  });

  it('booleans and statuses use the given words', () => {
    const labels = { yes: 'так', no: 'ні', status: { loaded: 'Завантажено' } };
    const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'UTC', labels });
    expect([format.value('text', true), format.value('text', false)]).toEqual(['так', 'ні']);
    expect([format.value('status', 'loaded'), format.value('status', 'waited')]).toEqual(['Завантажено', 'waited']);
  });
});

describe('days and clocks', () => {
  it('a date has ten characters in numbers and never shifts', () => {
    for (const language of LANGUAGES.filter((one) => one !== 'en')) {
      for (const timezone of ['Pacific/Auckland', 'America/Los_Angeles']) {
        const text = makeFormatter(language, timezone).value('date', '2026-03-09');
        expect(text).toHaveLength(10);
        expect(text).toContain('2026');
        expect(text).toContain('09');
      }
    }
    expect(makeFormatter('uk').value('date', '2026-03-09')).toBe('09.03.2026');
    expect(makeFormatter('us').value('date', '2026-03-09')).toBe('03/09/2026');
    expect(makeFormatter('en', 'America/Los_Angeles').value('date', '2026-03-09')).toBe('9 Mar 2026');
    expect(makeFormatter('nl').value('date', '2026-03-09')).toBe('09-03-2026');
    expect(makeFormatter('fr').value('date', '2026-03-09')).toBe('09/03/2026');
  });

  it("an instant follows the farm's clock, also across the change to summer time", () => {
    expect(makeFormatter('uk').value('datetime', '2026-03-29T00:59:59Z')).toBe('29.03.2026 02:59');
    expect(makeFormatter('uk').value('datetime', '2026-03-29T01:00:00Z')).toBe('29.03.2026 04:00');
    expect(makeFormatter('uk').value('datetime', '2026-10-25T01:00:00Z')).toBe('25.10.2026 03:00');
    expect(makeFormatter('us', 'America/New_York').value('datetime', '2026-01-01T04:30:00+00:00')).toBe('12/31/2025 11:30 PM');
    expect(makeFormatter('uk', 'Asia/Kathmandu').value('datetime', '2026-01-01T00:00:00Z')).toBe('01.01.2026 05:45');
    expect(makeFormatter('uk').value('datetime', 'soon')).toBe('soon');
  });

  it('us has the 12-hour clock', () => {
    const { value } = makeFormatter('us');
    expect(['00:05', '12:00', '13:05:09'].map((time) => value('time', time))).toEqual(['12:05 AM', '12:00 PM', '1:05:09 PM']);
    expect(makeFormatter('uk').value('time', '13:05')).toBe('13:05');
  });
});

describe('typed numbers', () => {
  const typing = (language: Language, decimals = 2) => ({ language, decimals });
  /** Types key by key at the end of the field; `<` deletes the last character. */
  const type = (keys: string, language: Language, decimals = 2) =>
    [...keys].reduce((typed, key) => {
      const shown = typedText(typed, language);
      return retype(typed, key === '<' ? shown.slice(0, -1) : shown + key, typing(language, decimals)) ?? typed;
    }, '');
  const read = (text: string, language: Language, decimals = 2) => {
    const typed = retype('', text, typing(language, decimals));
    return typed === null ? null : typedNumber(typed);
  };

  it.each<[string, Language, number | null, number?]>([
    ['12,5', 'uk', 12.5],
    ['12.5', 'uk', 12.5],
    ['12,5', 'en', 12.5],
    ['12.5', 'de', 12.5],
    [' 1 234,56 ', 'uk', 1234.56],
    ['1,234.56', 'en', 1234.56],
    ['1.234,56', 'en', 1234.56],
    ['1.234,56', 'de', 1234.56],
    ['10,000', 'en', 10_000],
    ['10,000', 'us', 10_000],
    ['10.000', 'en', 10],
    ['10.000', 'de', 10_000],
    ['10,000', 'de', 10],
    ['10.000', 'uk', 10],
    ['10,000', 'fr', 10],
    ['10 000', 'en', 10_000],
    ['0,125', 'en', 0.12],
    ['.5', 'uk', 0.5],
    ['5,', 'uk', 5],
    ['1,239', 'uk', 1.23],
    ['1,2345', 'uk', 1.234, 3],
    ['7,9', 'uk', 7, 0],
    ['-3', 'uk', null],
    ['', 'uk', null],
    ['1,2,3', 'uk', null],
    ['1e5', 'uk', null],
    ['=1', 'uk', null],
  ])('"%s" in %s is %s', (text, language, value, decimals) => expect(read(text, language, decimals)).toBe(value));

  it.each<[string, Language, string, number]>([
    ['10,000', 'en', '10,000', 10_000],
    ['10,0000', 'en', '100,000', 100_000],
    ['10,000.5', 'en', '10,000.5', 10_000.5],
    ['1000,500', 'en', '1,000,500', 1_000_500],
    ['12,5', 'us', '12,5', 12.5],
    ['10000<', 'en', '1,000', 1000],
    ['10000<<', 'en', '100', 100],
    ['10.000', 'de', '10.000', 10_000],
    ['10000,5', 'de', '10.000,5', 10_000.5],
    ['10000', 'uk', '10 000', 10_000],
    ['10.009', 'uk', '10.00', 10],
    ['007', 'uk', '7', 7],
    ['1x2', 'uk', '12', 12],
  ])('the keys %s in %s stand as %s', (keys, language, text, value) => {
    const typed = type(keys, language);
    expect([spaced(typedText(typed, language)), typedNumber(typed)]).toEqual([text, value]);
  });

  it('deleting a thousands mark also deletes the digit next to it, with either key', () => {
    expect(retype('10000', '10000', typing('en'))).toBe('1000');
    expect(retype('12345', '12345', { ...typing('en'), forward: true })).toBe('1245');
  });

  it('the caret keeps its position among the digits', () => {
    expect(caretIn('1,234', '1234', 4, '')).toBe(5);
    expect(caretIn('12,345', '1,2345', 3, '')).toBe(3);
    expect(caretIn('1,234.5', '1234.5', 4, '.')).toBe(5);
    expect(caretIn('1,345', '12345', 2, '')).toBe(2);
  });

  it('typed numbers keep their value in every language, pasted or typed key by key', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.constantFrom(...LANGUAGES), (hundredths, language) => {
        const number = hundredths / 100;
        const text = makeFormatter(language).value('ratio', number);
        expect(read(text, language)).toBe(number);
        expect(typedNumber(type(text.replace(/\s/gu, ''), language))).toBe(number);
        expect(readNumber(text, language)).toBe(number);
        expect(spaced(typedText(makeFormatter(language).typed(number), language))).toBe(spaced(text));
      }),
    );
  });

  it('weights and prices are shown as typed in every language and unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), fc.constantFrom(...LANGUAGES), (hundredths, language) => {
        const format = makeFormatter(language);
        const typed = hundredths / 100;
        const kg = format.toKg(typed);
        expect(Math.round(kg * 1000) / 1000).toBe(kg);
        expect(format.fromKg(kg)).toBe(typed);
        expect(read(format.value('weight', kg), language)).toBe(typed);
        expect(format.fromPrice(format.toPrice(typed))).toBe(typed);
        // A price has four typed decimals.
        const price = hundredths / 10_000;
        expect(format.fromPrice(format.toPrice(price))).toBe(price);
        expect(read(format.value('price', format.toPrice(price)), language, 4)).toBe(price);
      }),
    );
  });

  it('a typed price has five decimals as a price per kilogram, in kilograms and in pounds', () => {
    // A price per hundredweight is divided before it is stored.
    expect([makeFormatter('en').toPrice(1 / 3), makeFormatter('en').toPrice(2 / 3), makeFormatter('us').toPrice(1 / 3)]).toEqual([
      0.33333, 0.66667, 0.73487,
    ]);
  });

  it('245 lb stay 245 lb, stored to the gram, and loads in steps of 5 lb are shown in these steps', () => {
    const us = makeFormatter('us');
    expect([us.toKg(245), us.fromKg(111.13), us.value('weight', 111.13), plain(us, 'weight', 111.13)]).toEqual([111.13, 245, '245', '245']);
    for (let lb = 5; lb < 30_000; lb += 5) expect(us.number('weight', round(lb * 0.45359237, 3))).toBe(lb);
    expect(us.value('price', 2.18258)).toBe('0.99');
  });
});

describe('text for programs', () => {
  it('a number in CSV has the decimal mark, no thousands separators and all decimals', () => {
    expect(plain(makeFormatter('uk'), 'weight', 1234.567)).toBe('1234,567');
    expect(plain(makeFormatter('en'), 'price', 0.00001)).toBe('0.00001');
    expect(plain(makeFormatter('en'), 'money', -1234.5)).toBe('-1234.5');
    expect(plain(makeFormatter('us'), 'weight', 1)).toBe('2.204623');
    expect(plain(makeFormatter('uk'), 'duration', 100)).toBe('1,666667');
    expect(plain(makeFormatter('uk'), 'text', null)).toBe('');
  });
});

test('a month in words', () => {
  expect([makeFormatter('uk').month('2026-02'), makeFormatter('de').month('2026-03'), makeFormatter('us').month('2025-12')]).toEqual([
    'лютий 2026',
    'März 2026',
    'December 2025',
  ]);
  expect(makeFormatter('en').month('2026-13x')).toBe('2026-13x');
  // A table writes a capital; an axis uses the short name.
  const cells = (['uk', 'de', 'us'] as const).map((language) => makeFormatter(language).value('month', '2026-10-01'));
  expect(cells).toEqual(['Жовтень 2026', 'Oktober 2026', 'October 2026']);
  expect(makeFormatter('en').shortMonth('2026-10-01')).toBe('Oct');
});

test('a weekday in short', () => {
  expect([
    makeFormatter('uk').weekday('2026-11-22'),
    makeFormatter('de').weekday('2026-11-22'),
    makeFormatter('us').weekday('2026-11-23'),
  ]).toEqual(['нд', 'So', 'Mon']);
  expect(makeFormatter('en').weekday('x')).toBe('');
});

test('an axis shortens thousands, and small negative numbers are not written as minus zero', () => {
  const { compact } = makeFormatter('en');
  expect([12_345, -1_250_000, -0.02, 0].map((cell) => compact('weight', cell))).toEqual(['12.3K', '−1.3M', '0', '0']);
  // Languages without a short form for thousands group them as in a table.
  expect(makeFormatter('de').compact('weight', 4536.5)).toBe('4.536,5');
  expect(spaced(makeFormatter('pl').compact('weight', 4536.5))).toBe('4,5 tys.');
});

test('a range within one month contains the month once', () => {
  const days = (language: Language, after: string, before: string) => spaced(makeFormatter(language).shortDay(after, before));
  expect(days('uk', '2026-11-09', '2026-11-15')).toBe('9–15 лист.');
  expect(days('us', '2026-11-09', '2026-11-15')).toBe('Nov 9 – 15');
  expect(days('de', '2026-10-26', '2026-11-15')).toBe('26. Okt. – 15. Nov.');
  expect(days('uk', '2026-11-09', '2026-11-09')).toBe(makeFormatter('uk').shortDay('2026-11-09'));
});

describe('a searched day', () => {
  it.each([
    ['25.11.2026', 'de', '2026-11-25'],
    ['25.11.26', 'uk', '2026-11-25'],
    ['11/25/2026', 'us', '2026-11-25'],
    ['25/11/2026', 'fr', '2026-11-25'],
    ['25-11-2026', 'nl', '2026-11-25'],
    ['2026-11-25', 'de', '2026-11-25'],
    ['25.11.', 'de', '-11-25'],
    ['5.3', 'pl', '-03-05'],
    ['11/25', 'us', '-11-25'],
    ['29.2.', 'de', '-02-29'],
    ['31.2.', 'de', null],
    ['30.02.2026', 'de', null],
    ['25/11', 'us', null],
    ['11.25', 'us', null],
    ['25.11.2', 'de', null],
    ['Silage 25.11.', 'de', null],
  ] as const)('%s in %s is %s', (text, language, day) => expect(readSearchedDay(text, language)).toBe(day));

  it('a text is parsed in the number format of every language', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...LANGUAGES), (date, language) => {
        const day = date.toISOString().slice(0, 10);
        const written = makeFormatter(language).value('date', day);
        expect(readSearchedDay(written, language)).toBe(day);
        expect(readSearchedDay(written.replace(/\D?\d{4}$/, ''), language)).toBe(day.slice(4));
        expect(withStoredDays(`Hof ${written}, 12.5`, language)).toBe(`Hof ${day}, 12.5`);
      }),
    );
  });
});
