import { z } from 'zod';
import { Day, Email, Id, Language } from '#contract/kinds.ts';
import { FORM_TYPES } from '#contract/operations/blanks.ts';
import { Month } from '#contract/operations/closed-months.ts';
import { IdList, named } from '#contract/resource.ts';
import { Sending } from './sendings.ts';

/** Months in a farm's row: this one and the year before it. */
export const MATRIX_MONTHS = 13;

/**
 * Possible faults in a farm's month, the worst first.
 * - days_without_facts: past days since the farm's first feeding without any fact.
 * - incomplete: begun feedings whose unloading didn't end; kg planned, money of the loaded feed.
 * - waiting: feedings without a record on days with other records; kg planned.
 * - implausible: feedings with a weighing that needs confirmation; kg planned.
 * - batches: batches of compound feed that weren't made; kg planned.
 * - negative_stock: feeds below zero at the end of the month; kg and money below zero.
 * - no_account: account codes that a template lacks and the month's document needs, so that it can't be made; only in languages with such
 * documents.
 * - no_count: stores with moves and without a count, in finished months; money in them at the end of the month.
 * - no_price: feeds given on days when they had no cost; kg.
 * - old_dry_matter: feeds given more than 30 days after the last measurement of their dry matter; kg and their cost.
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
        /** Number of checks with findings; `no_account` isn't checked for closed months. */
        findings: z.int(),
        /** Number and version; for an open month those of the next closing. */
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

/** Max named examples of a check. */
export const MAX_CHECK_ITEMS = 10;
/** `address` is the screen, under `/app/`, on which it can be fixed. */
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

/** A document of a farm's month: one for each form template. `draft`: the number is that of the next closing. */
export const MonthPaper = z
  .object({
    ...named('farm'),
    type: z.enum(FORM_TYPES),
    /** null without a template of that form: then the document doesn't exist. */
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
/** The mail in the outbox, and its number of documents. */
export const PapersMailed = z.object({ id: Id, papers: z.int() }).meta({ id: 'PapersMailed' });
export type PapersMailed = z.infer<typeof PapersMailed>;
/** Max listed mails, newest first. */
export const MAX_PAPER_MAILS = 20;
/** Whether papers can be mailed, to which confirmed addresses, and the state of the latest mails. */
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
