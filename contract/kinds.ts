import { z } from 'zod';
import { ID_TEXT } from './ids.ts';
import { CLOCKS, CURRENCIES, LANGUAGES, LOADING_STATUSES, UNITS, WEEK_STARTS } from './words.ts';

export {
  DEFAULT_LANGUAGE,
  DEFAULT_TIMEZONE,
  KINDS,
  type Kind,
  LANGUAGE_CURRENCIES,
  LANGUAGES,
  LOADING_STATUSES,
} from './words.ts';

/** A row's id: positive, at most `MAX_ID` (`ids.ts`). */
export const Id = z.int().positive();
/** An id as text, in an address or a query. */
export const IdText = z.string().regex(ID_TEXT).transform(Number).pipe(Id);
/** Kilograms, at most three decimals, never negative. */
export const MAX_WEIGHT = 99_999_999;
export const Weight = z.number().nonnegative().max(MAX_WEIGHT).multipleOf(0.001);
/** Money per kilogram, at most five decimals. */
export const Price = z.number().nonnegative().max(99_999_999).multipleOf(0.00001);
/** An amount of money, to the kopeck. */
export const Money = z.number().nonnegative().max(99_999_999).multipleOf(0.01);
/** 0–100 with at most two decimals. */
export const Percent = z.number().nonnegative().max(100).multipleOf(0.01);
/** A whole number of things. */
export const Count = z.int().nonnegative().max(1_000_000);
/** Whole seconds. */
export const Seconds = z.int().nonnegative().max(604_800);
// Years that books may contain. Beyond them, calendars and databases disagree.
const inOurTime = (value: string) => value >= '1900' && value < '3000';
/** `YYYY-MM-DD`, a day that exists, in the farm's timezone. */
export const Day = z.iso.date().refine(inOurTime);
/** `HH:mm` or `HH:mm:ss`, 24 hours, in the farm's timezone. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/);
const FURTHEST_OFFSET = '14:00';
/** ISO-8601 with an offset that exists on earth. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine(inOurTime)
  .refine((value) => value.endsWith('Z') || value.slice(-5) <= FURTHEST_OFFSET);
/** A required name: trimmed, 1–300 characters. */
export const Name = z.string().trim().min(1).max(300);
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** Free text of at most `max` characters; empty allowed. */
export const text = (max = 300) => z.string().trim().max(max);

/** The number of a lot as on its paper or label. If empty, the lot has only its own number. */
export const LotNumber = text(100);
/** The own number of a lot: the letter of its kind and the number of its entry (`LOT_LETTERS`). */
export const LotKey = z.string().regex(/^[BCDFHOT]-[1-9]\d{0,14}$/);

export const LoadingStatus = z.enum(LOADING_STATUSES);
export type LoadingStatus = z.infer<typeof LoadingStatus>;

export const Currency = z.enum(CURRENCIES);

/** Weight unit (kilogram, pound), 24 or 12 hours, first day of the week. */
export const Units = z.enum(UNITS);
export const Clock = z.enum(CLOCKS);
export const WeekStart = z.enum(WEEK_STARTS);

export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;

/** First day of a new type: today, or the first open day. */
export const TYPE_SINCE = ['today', 'open_months'] as const;
export const TypeSince = z.enum(TYPE_SINCE).nullable();
