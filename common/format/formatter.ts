import type { Kind, Language } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';
import type { Conventions } from '#contract/words.ts';
import { dayText, monthText, shortDayText, shortMonthText, timeText, weekdayText } from './date-text.ts';
import { clean, round, truncate } from './decimal.ts';
import { instantText } from './instant-text.ts';
import { KIND_FORMATS, type KindFormat, type UnitKey, type UnitKind } from './kinds.ts';
import { currencyStyle, LOCALES, NO_CURRENCY, numberFormat, percentGap } from './locale.ts';
import { typedText } from './parse.ts';
import { kgOfLb, lbOfKg, perKgOfLb, perLbOfKg } from './weight.ts';

export const EMPTY = '–';
const MINUS = '−';
/** Max decimals of any written number. */
export const MAX_DECIMALS = 9;

export interface FormatterOptions {
  language: Language;
  units: Conventions['units'];
  clock: Conventions['clock'];
  timezone: string;
  /** The client's currency (ISO 4217). Without it, money has no symbol. */
  currency?: string;
  /** Words for coded cells: `status` by loading status. */
  labels?: { status?: Record<string, string>; yes?: string; no?: string };
}

interface ColumnFormat {
  decimals?: number;
}

type Value = Cell | undefined;
export type Formatter = ReturnType<typeof createFormatter>;

/** Writes and reads values by kind for one person at one farm. Input values are as stored: kilograms, seconds, ISO. */
export function createFormatter({ language, units, clock, timezone, currency: given, labels = {} }: FormatterOptions) {
  const locale = LOCALES[language];
  const pounds = units === 'lb';
  const currency = given || NO_CURRENCY;
  const style = currencyStyle(language, currency);
  const numbers = createNumbers(locale, pounds);
  const { number, numberText } = numbers;

  /** Translation key of the unit for a header, '' if the kind has none. Translate it with `unitValues`. */
  function unit(kind: UnitKind): UnitKey;
  function unit(kind: Kind): UnitKey | '';
  function unit(kind: Kind): UnitKey | '' {
    const { unit, unitLb }: KindFormat = KIND_FORMATS[kind];
    return (pounds && unitLb) || unit;
  }

  function value(kind: Kind, cell: Value, column?: ColumnFormat): string {
    if (cell === null || cell === undefined || cell === '') return EMPTY;
    if (typeof cell === 'boolean') return writeBoolean(cell, labels);
    if (KIND_FORMATS[kind].type !== 'number') return writeText(kind, String(cell), { language, clock, timezone, labels });
    const found = number(kind, cell);
    return found === null ? EMPTY : numberText(kind, found, column);
  }

  const plainFormat = numberFormat(locale, { maximumFractionDigits: MAX_DECIMALS, useGrouping: false });

  return {
    language,
    units,
    clock,
    timezone,
    currency,
    labels,
    number,
    value,
    unit,
    unitValues: { currency: style.symbol },
    ...createFigures(language, numbers, style),
    ...createDays(language, clock),
    ...createWeightInputs(pounds),
    /** A number as if typed: with the locale's decimal mark, without thousands marks. */
    typed: (number: number): string => plainFormat.format(number),
    /** A typed text as its field shows it, with thousands marks. */
    typedText: (typed: string): string => typedText(typed, language),
  };
}

const writeBoolean = (cell: boolean, { yes = '✓', no = EMPTY }: NonNullable<FormatterOptions['labels']>) => (cell ? yes : no);

/** Writes a cell that isn't a number. */
function writeText(kind: Kind, text: string, { language, clock, timezone, labels }: Omit<FormatterOptions, 'units'>): string {
  switch (KIND_FORMATS[kind].type) {
    case 'date':
      return kind === 'month' ? monthText(text, language, true) : dayText(text, language);
    case 'time':
      return timeText(text, clock);
    case 'datetime':
      return instantText(text, { language, clock, timezone });
    case 'status':
      return labels?.status?.[text] ?? text;
    default:
      return text;
  }
}

type Numbers = ReturnType<typeof createNumbers>;

/** The number of a cell, and its text. */
function createNumbers(locale: string, pounds: boolean) {
  const formats: Intl.NumberFormat[] = [];
  function digits(size: number, least: number, most: number): string {
    if (size === 0) return '0';
    const slot = least * 100 + most;
    formats[slot] ??= numberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: 'always' });
    return formats[slot].format(size);
  }

  /** The number that every display of the cell shows: cut after the column's decimals. */
  const cutOff = (kind: Kind, value: number, column?: ColumnFormat): number =>
    truncate(value, column?.decimals ?? KIND_FORMATS[kind].decimals[1]);

  return {
    digits,
    cutOff,

    /**
     * Returns the number in the shown unit (kilograms or pounds, minutes), at full precision; null if the cell has no number. With `summed`,
     * pounds aren't rounded to typed values.
     */
    number(kind: Kind, cell: Value, summed = false): number | null {
      if (cell === null || cell === undefined || cell === '' || typeof cell === 'boolean') return null;
      const value = Number(cell);
      if (!Number.isFinite(value)) return null;
      const { shown, shownLb, summedLb } = KIND_FORMATS[kind];
      const convert = (pounds && ((summed && summedLb) || shownLb)) || shown;
      return convert ? convert(value) : value;
    },

    numberText(kind: Kind, value: number, column?: ColumnFormat, plus = ''): string {
      const [least, most] = KIND_FORMATS[kind].decimals;
      const cut = cutOff(kind, value, column);
      const text = digits(Math.abs(cut), column?.decimals ?? least, column?.decimals ?? most);
      return (cut < 0 ? MINUS : cut > 0 ? plus : '') + text;
    },
  };
}

/** Single figures with their sign and symbol. */
function createFigures(language: Language, { digits, cutOff, number, numberText }: Numbers, style: ReturnType<typeof currencyStyle>) {
  const locale = LOCALES[language];
  return {
    /** The number that a cell shows, in the shown unit; null if the cell shows no number. */
    shown(kind: Kind, cell: Value, column?: ColumnFormat): number | null {
      const found = number(kind, cell);
      return found === null ? null : cutOff(kind, found, column);
    },

    /** A deviation: + or − before every number except zero. */
    signed(kind: Kind, cell: Value, column?: ColumnFormat): string {
      const found = number(kind, cell);
      return found === null ? EMPTY : numberText(kind, found, column, '+');
    },

    /** A percentage with its sign, for a sentence. `plus` writes a change. */
    percent(cell: Value, { plus = false, ...column }: ColumnFormat & { plus?: boolean } = {}): string {
      const found = number('percent', cell);
      return found === null ? EMPTY : `${numberText('percent', found, column, plus ? '+' : '')}${percentGap(language)}%`;
    },

    /** A percentage with its sign, rounded: for a figure with fewer decimals than a cell, which is cut. `plus` writes a change. */
    roundedPercent(cell: Value, { decimals, plus = false }: { decimals: number; plus?: boolean }): string {
      const found = number('percent', cell);
      return found === null
        ? EMPTY
        : `${numberText('percent', round(found, decimals), { decimals }, plus ? '+' : '')}${percentGap(language)}%`;
    },

    /** A number that is ready for print: in the shown unit, rounded to these decimals. */
    printed(shown: number, decimals: number): string {
      const text = numberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: 'always' });
      return (shown < 0 ? MINUS : '') + text.format(Math.abs(shown));
    },

    /** Money with its symbol at the language's position, for a single figure. `plus` writes a change. */
    money(cell: Value, { plus = false } = {}): string {
      const found = number('money', cell);
      if (found === null) return EMPTY;
      const text = numberText('money', Math.abs(found));
      const size = truncate(found);
      const sign = size < 0 ? MINUS : plus && size > 0 ? '+' : '';
      return sign + (style.before ? style.symbol + style.gap + text : text + style.gap + style.symbol);
    },

    /** Shortened thousands and millions, for a chart's axis. */
    compact(kind: Kind, cell: Value): string {
      const found = number(kind, cell);
      if (found === null) return EMPTY;
      return numberFormat(locale, { notation: 'compact', maximumFractionDigits: 1, signDisplay: 'negative', useGrouping: 'always' })
        .format(clean(found))
        .replace('-', MINUS);
    },

    /** Tonnes, rounded to 2 decimals. */
    tonnes(kg: number): string {
      const tonnes = round(kg / 1000, 2);
      return (tonnes < 0 ? MINUS : '') + digits(Math.abs(tonnes), 0, 2);
    },
  };
}

/** Days, months and times of a day in words. */
const createDays = (language: Language, clock: Conventions['clock']) => ({
  /** A day with its month in words. */
  longDay: (day: string) =>
    new Intl.DateTimeFormat(LOCALES[language], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    ),
  /** A day or moment by a clock that is nobody's: `YYYY-MM-DD[THH:mm]`, as it reads. */
  wall: (text: string) => [dayText(text, language), ...(text.length > 10 ? [timeText(text.slice(11, 16), clock)] : [])].join(' '),
  /** A stored text of any language, with its ISO days in this language's format. */
  daysIn: (text: string) => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => dayText(day, language)),
  /** `HH:mm[:ss]`. */
  time: (time: string) => timeText(time, clock),
  shortDay: (day: string, until?: string) => shortDayText(day, language, until),
  /** The month of a day, without its year. */
  shortMonth: (day: string) => shortMonthText(day, language),
  weekday: (day: string) => weekdayText(day, language),
  /** `YYYY-MM`, in words. */
  month: (month: string) => monthText(month, language),
});

/** Weights and prices of inputs: typed in the shown unit, stored per kilogram. */
const createWeightInputs = (pounds: boolean) => ({
  /** Kilograms of a number typed in the shown weight unit, to the gram or to more decimals. */
  toKg: (typed: number, decimals = 3): number => (pounds ? kgOfLb(typed, decimals) : round(typed, decimals)),
  /** Stored kilograms as the number for an input. */
  fromKg: (kg: number, decimals = 3): number => (pounds ? truncate(lbOfKg(kg, decimals), decimals - 1) : kg),
  /** Price per kilogram of a price typed per shown weight unit. */
  toPrice: (typed: number): number => (pounds ? perKgOfLb(typed) : round(typed, 5)),
  /** A stored price per kilogram as the number for an input. */
  fromPrice: (perKg: number, decimals = 4): number => (pounds ? round(perLbOfKg(perKg, decimals), decimals) : perKg),
});

const elsewhere = new WeakMap<Formatter, Map<string, Formatter>>();

/** The same formatter for another time zone, cached by zone. */
export function formatterIn(format: Formatter, timezone: string): Formatter {
  if (timezone === format.timezone) return format;
  const made = elsewhere.get(format) ?? new Map<string, Formatter>();
  elsewhere.set(format, made);
  const there = made.get(timezone) ?? createFormatter({ ...format, timezone });
  made.set(timezone, there);
  return there;
}
