import { z } from 'zod';
import { Day, Email, Id, Language } from '#contract/kinds.ts';
import { FORM_TYPES } from '#contract/operations/blanks.ts';
import { Month } from '#contract/operations/closed-months.ts';
import { IdList, named } from '#contract/resource.ts';
import { Sending } from './sendings.ts';

/** How many months a farm's line has: this one and a year before it. */
export const MATRIX_MONTHS = 13;

/**
 * What may be wrong with a farm's month, the worst first.
 * - days_without_facts: days gone by, from the farm's first feeding on, of which there is no fact at all.
 * - incomplete: feedings that were begun and not unloaded to the end; kg planned, money of what was loaded.
 * - waiting: feedings without a record, of days that have other records; kg planned.
 * - implausible: feedings with a weighing that waits for somebody to confirm it; kg planned.
 * - batches: batches of compound feed that weren't made; kg planned.
 * - negative_stock: feeds that are below zero when the month ends; kg and money below zero.
 * - no_account: codes of the books that a blank lacks and the month's document needs, so that it can't be made; of those whose language has such documents.
 * - no_count: stores that something moved in and nothing was counted in, of months that are over; money in them when the month ends.
 * - no_price: feeds that were given on days when they cost nothing; kg.
 * - old_dry_matter: feeds that were given more than 30 days after their dry matter was measured last; kg and what they cost.
 */
export const CHECK_CODES = [
  'days_without_facts',
  'incomplete',
  'waiting',
  'implausible',
  'batches',
  'negative_stock',
  'no_account',
  'no_count',
  'no_price',
  'old_dry_matter',
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

/** `running`: not over by the farm's calendar; `empty`: before the farm began. */
export const MONTH_STATES = ['running', 'empty', 'findings', 'ready', 'closed'] as const;

export const MonthEndFarm = z
  .object({
    ...named('farm'),
    months: z.array(
      z.object({
        month: z.string(),
        state: z.enum(MONTH_STATES),
        /** How many of the checks found something; of a closed month `no_account` isn't asked. */
        findings: z.int(),
        /** Number and version; of an open month those that it would get if it were closed next. */
        number: z.string(),
        closed_at: z.string().nullable(),
        closed_by_name: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'MonthEndFarm' });
export type MonthEndFarm = z.infer<typeof MonthEndFarm>;

export const MatrixQuery = z.object({ farm: IdList });
export const MonthEndQuery = z.object({ farm: IdList, month: Month });

/** The examples of a check that are named. */
export const MAX_CHECK_ITEMS = 10;
/** `address`: the screen, under `/app/`, where it is mended. */
const Found = { kg: z.number().nullable(), money: z.number().nullable(), address: z.string() };
export const MonthCheck = z
  .object({
    code: z.enum(CHECK_CODES),
    ...named('farm'),
    count: z.int(),
    ...Found,
    items: z.array(z.object({ id: Id, name: z.string(), day: Day.nullable(), ...Found })),
  })
  .meta({ id: 'MonthCheck' });
export type MonthCheck = z.infer<typeof MonthCheck>;

/** A document of a farm's month: one for each blank. `draft`: the number is the one that closing would give. */
export const MonthPaper = z
  .object({
    ...named('farm'),
    type: z.enum(FORM_TYPES),
    /** null where the farm has no blank of that form, so that there is no such document. */
    blank: Id.nullable(),
    name: z.string(),
    number: z.string(),
    draft: z.boolean(),
  })
  .meta({ id: 'MonthPaper' });
export type MonthPaper = z.infer<typeof MonthPaper>;

export const PapersQuery = MonthEndQuery.extend({ language: Language.optional() });
export const PapersMail = z.object({
  farms: z.array(Id).max(500).default([]),
  month: Month,
  email: Email,
  language: Language.optional(),
});
/** The mail as it stands in the outbox, and how many documents it is of. */
export const PapersMailed = z.object({ id: Id, papers: z.int() }).meta({ id: 'PapersMailed' });
export type PapersMailed = z.infer<typeof PapersMailed>;
/** So many mails are told, the newest first. */
export const MAX_PAPER_MAILS = 20;
/** Where papers may be mailed: whether there is a mail server, and who has confirmed; and what became of the latest mails. */
export const PapersMailWays = z
  .object({
    email: z.boolean(),
    addresses: z.array(z.string()),
    mails: z.array(
      Sending.pick({ id: true, recipient: true, state: true, error: true, due_at: true, sent_at: true, next_attempt_at: true }).extend({
        month: z.string(),
      }),
    ),
  })
  .meta({ id: 'PapersMailWays' });
export type PapersMailWays = z.infer<typeof PapersMailWays>;
