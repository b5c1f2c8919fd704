import { z } from 'zod';
import { Clock, Email, Id, Language, Units } from '#contract/kinds.ts';
import { BOOKED_FORMS, savedPeriods } from '#contract/operations/blanks.ts';
import type { Period } from '#contract/periods.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';
import { AddressState } from './mail-consent.ts';
import { LastMails, SendingState, STOP_REASONS } from './sendings.ts';
import { BOARD_SHARE } from './shares.ts';

export const SENDING_WAYS = ['email', 'link'] as const;
const Way = z.enum(SENDING_WAYS);
export const FILE_FORMATS = ['xlsx', 'pdf'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
export const SENDING_TURNS = ['day', 'week', 'month'] as const;
/** Periods of a mailed file, relative to the farm's day on which it is due: whole days, so that no day is incomplete. */
export const SENDING_PERIODS = [
  'yesterday',
  'days_7',
  'last_week',
  'days_30',
  'this_month',
  'last_month',
] as const satisfies readonly Period[];

/** Formats of a mailed report. Accounting files are read by another program, and a board is a page. */
export function sendingFormats(type: string): readonly FileFormat[] {
  if (type === BOARD_SHARE) return ['pdf'];
  return BOOKED_FORMS.some((form) => form === type) ? ['xlsx'] : FILE_FORMATS;
}
/** Periods of a mailed report. */
export const sendingPeriods = (type: string) => SENDING_PERIODS.filter((period) => savedPeriods(type).includes(period));

export const MAX_RECIPIENTS = 20;
export const MAX_LINK_DAYS = 366;
/**
 * A saved filter (`saved`, of `report/additional/`; of a board if its `report_type` is `board`) sent by e-mail or fetched by a secret link. Mails go out each day, on a `weekday` (1 =
 * Monday) or a `month_day` (the last day of a shorter month), at `hour` by the clock of the filter's farm. A link returns present figures
 * until it expires. Files are made with the rights of the last person who saved it (`author`). Forms use their template, monthly ones a
 * whole month. Its type decides formats and periods (`sendingFormats`, `sendingPeriods`).
 */
export const subscriptions = defineResource({
  id: 'subscriptions',
  path: 'report/subscriptions',
  permission: 'filters',
  final: true,
  row: z
    .object({
      id: Id,
      ...named('saved'),
      report_type: z.string(),
      ...named('farm'),
      timezone: z.string(),
      way: Way,
      recipients: z.array(z.string()),
      /** Each recipient's answer; `requested_at` is the time of the last question, `error` its failure. */
      addresses: z.array(z.object({ email: z.string(), state: AddressState, requested_at: z.string().nullable(), error: z.string() })),
      format: z.enum(FILE_FORMATS),
      every: z.enum(SENDING_TURNS),
      weekday: z.int(),
      month_day: z.int(),
      hour: z.int(),
      language: Language,
      /** Settings of the file; null for the author's. */
      units: Units.nullable(),
      clock: Clock.nullable(),
      period: z.enum(SENDING_PERIODS),
      active: z.boolean(),
      link_days: z.int(),
      /** null without a link. */
      link_expires_at: z.string().nullable(),
      fetched_at: z.string().nullable(),
      next_at: z.string().nullable(),
      stopped: z.enum(STOP_REASONS).nullable(),
      ...named('author'),
      /** State of the latest run: failed if one recipient's mail failed. */
      last_state: SendingState.nullable(),
      last_at: z.string().nullable(),
      version: Version,
    })
    .meta({ id: 'Subscription' }),
  create: z.object({
    saved: Id,
    way: Way,
    recipients: z.array(Email).max(MAX_RECIPIENTS).default([]),
    format: z.enum(FILE_FORMATS),
    every: z.enum(SENDING_TURNS).default('day'),
    weekday: z.int().min(1).max(7).default(1),
    month_day: z.int().min(1).max(31).default(1),
    hour: z.int().min(0).max(23).default(6),
    language: Language,
    units: Units.nullable().default(null),
    clock: Clock.nullable().default(null),
    period: z.enum(SENDING_PERIODS),
    active: z.boolean().default(true),
    link_days: z.int().min(1).max(MAX_LINK_DAYS).default(30),
  }),
  filters: { farm: IdList, saved: IdList, way: listOf(Way) },
  ordering: ['saved_name', 'farm_name', 'next_at'],
});

/** A new link, which is shown only once. */
export const SubscriptionLink = z.object({ url: z.string(), expires_at: z.string() }).meta({ id: 'SubscriptionLink' });
/**
 * Whether this installation can send mail, the address of the client's owner, and the state of the latest mails of the client or person.
 */
export const SendingWays = z.object({ email: z.boolean(), owner: z.string().nullable(), last: LastMails }).meta({ id: 'SendingWays' });
