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

const make = (language: Language, timezone = 'Europe/Kyiv', currency = '') =>
  createFormatter({ language, ...firstConventions(language), timezone, currency });
/** Spaces of any width read as one. */
const spaced = (text: string) => text.replace(/\s/gu, ' ');

test('the same format by the clock of another place', () => {
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
  ])('%d is %s', (value, text) => expect(make('en').value('ratio', value)).toBe(text));

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
    const format = make('en');
    expect(format.value('price', price)).toBe(text);
    expect(format.shown('price', price)).toBe(Number(text.replace('−', '-')));
  });

  it('a column of prices has the decimals of its longest in all', () => {
    const format = make('en');
    expect([
      decimalsOf(format, 'price', [21.041, 0.014, 3]),
      decimalsOf(format, 'price', [21.04129, 3]),
      decimalsOf(format, 'price', []),
    ]).toEqual([3, 4, 2]);
  });

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
    const format = make('en');
    expect([
      decimalsOf(format, 'weight', [1, null, 2]),
      decimalsOf(format, 'weight', [1, 2.5]),
      decimalsOf(format, 'weight', [1.5, 2.259]),
      decimalsOf(format, 'money', [1]),
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
  it('weights, prices and times follow the settings, words and marks the language', () => {
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

  it('weights and prices are pounds where those are set', () => {
    expect(make('us').value('weight', 45.359237)).toBe('100');
    expect(make('us').value('price', 2.2)).toBe('0.9979');
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

  it("money is the client's in every language, which decides its form alone", () => {
    expect(spaced(make('uk', 'UTC', 'UAH').money(1234.5))).toBe('1 234,50 ₴');
    expect(make('us', 'UTC', 'UAH').money(-1234.5)).toBe('−₴1,234.50');
    expect(make('us', 'UTC', 'USD').money(-1234.5)).toBe('−$1,234.50');
    for (const language of LANGUAGES) expect(make(language).unitValues.currency).toBe('¤');
    expect(spaced(make('de', 'UTC', 'USD').money(2))).toBe('2,00 $');
    expect(spaced(make('uk', 'UTC', 'грн.').money(2))).toBe('2,00 грн.');
    expect(LANGUAGES.map(currencyOf)).toEqual(['UAH', 'KZT', 'USD', 'PLN', 'EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD', 'EUR']);
  });

  it('booleans and statuses take the words given', () => {
    const labels = { yes: 'так', no: 'ні', status: { loaded: 'Завантажено' } };
    const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone: 'UTC', labels });
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
  const typing = (language: Language, decimals = 2) => ({ language, decimals });
  /** Key by key at the end of the field; `<` takes one back. */
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

  it('what parts thousands goes with the digit beside it, whichever key deletes it', () => {
    expect(retype('10000', '10000', typing('en'))).toBe('1000');
    expect(retype('12345', '12345', { ...typing('en'), forward: true })).toBe('1245');
  });

  it('the caret stays among the digits where it was', () => {
    expect(caretIn('1,234', '1234', 4, '')).toBe(5);
    expect(caretIn('12,345', '1,2345', 3, '')).toBe(3);
    expect(caretIn('1,234.5', '1234.5', 4, '.')).toBe(5);
    expect(caretIn('1,345', '12345', 2, '')).toBe(2);
  });

  it('are in every language what was written, whole or key by key', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), fc.constantFrom(...LANGUAGES), (hundredths, language) => {
        const number = hundredths / 100;
        const text = make(language).value('ratio', number);
        expect(read(text, language)).toBe(number);
        expect(typedNumber(type(text.replace(/\s/gu, ''), language))).toBe(number);
        expect(readNumber(text, language)).toBe(number);
        expect(spaced(typedText(make(language).typed(number), language))).toBe(spaced(text));
      }),
    );
  });

  it('weights and prices are in every language and unit shown again as they were typed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), fc.constantFrom(...LANGUAGES), (hundredths, language) => {
        const format = make(language);
        const typed = hundredths / 100;
        const kg = format.toKg(typed);
        expect(Math.round(kg * 1000) / 1000).toBe(kg);
        expect(format.fromKg(kg)).toBe(typed);
        expect(read(format.value('weight', kg), language)).toBe(typed);
        expect(format.fromPrice(format.toPrice(typed))).toBe(typed);
        // Of a price four decimals are typed.
        const price = hundredths / 10_000;
        expect(format.fromPrice(format.toPrice(price))).toBe(price);
        expect(read(format.value('price', format.toPrice(price)), language, 4)).toBe(price);
      }),
    );
  });

  it('245 Lbs are 245 Lbs, by the nearest gram, and what a mixer loads in steps of 5 Lbs is read in them', () => {
    const us = make('us');
    expect([us.toKg(245), us.fromKg(111.13), us.value('weight', 111.13), plain(us, 'weight', 111.13)]).toEqual([111.13, 245, '245', '245']);
    for (let lb = 5; lb < 30_000; lb += 5) expect(us.number('weight', round(lb * 0.45359237, 3))).toBe(lb);
    expect(us.value('price', 2.18258)).toBe('0.99');
  });
});

describe('text for programs', () => {
  it('has the decimal mark, no thousands, nothing cut', () => {
    expect(plain(make('uk'), 'weight', 1234.567)).toBe('1234,567');
    expect(plain(make('en'), 'price', 0.00001)).toBe('0.00001');
    expect(plain(make('en'), 'money', -1234.5)).toBe('-1234.5');
    expect(plain(make('us'), 'weight', 1)).toBe('2.204623');
    expect(plain(make('uk'), 'duration', 100)).toBe('1,666667');
    expect(plain(make('uk'), 'text', null)).toBe('');
  });
});

test('a month in words', () => {
  expect([make('uk').month('2026-02'), make('de').month('2026-03'), make('us').month('2025-12')]).toEqual([
    'лютий 2026',
    'März 2026',
    'December 2025',
  ]);
  expect(make('en').month('2026-13x')).toBe('2026-13x');
  // In a table it begins with a capital; an axis has its name in short.
  const cells = (['uk', 'de', 'us'] as const).map((language) => make(language).value('month', '2026-10-01'));
  expect(cells).toEqual(['Жовтень 2026', 'Oktober 2026', 'October 2026']);
  expect(make('en').shortMonth('2026-10-01')).toBe('Oct');
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
  // Where thousands have no short form they are parted as in a table.
  expect(make('de').compact('weight', 4536.5)).toBe('4.536,5');
  expect(spaced(make('pl').compact('weight', 4536.5))).toBe('4,5 tys.');
});

test('days of one month say its name once', () => {
  const days = (language: Language, after: string, before: string) => spaced(make(language).shortDay(after, before));
  expect(days('uk', '2026-11-09', '2026-11-15')).toBe('9–15 лист.');
  expect(days('us', '2026-11-09', '2026-11-15')).toBe('Nov 9 – 15');
  expect(days('de', '2026-10-26', '2026-11-15')).toBe('26. Okt. – 15. Nov.');
  expect(days('uk', '2026-11-09', '2026-11-09')).toBe(make('uk').shortDay('2026-11-09'));
});

describe('a day that is looked for', () => {
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

  it('as every language writes it is the day', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...LANGUAGES), (date, language) => {
        const day = date.toISOString().slice(0, 10);
        const written = make(language).value('date', day);
        expect(readSearchedDay(written, language)).toBe(day);
        expect(readSearchedDay(written.replace(/\D?\d{4}$/, ''), language)).toBe(day.slice(4));
        expect(withStoredDays(`Hof ${written}, 12.5`, language)).toBe(`Hof ${day}, 12.5`);
      }),
    );
  });
});
