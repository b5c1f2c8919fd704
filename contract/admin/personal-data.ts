import { z } from 'zod';
import { USER_TYPES } from '#contract/access.ts';
import { Id } from '#contract/kinds.ts';
import { ADDRESS_STATES } from '#contract/reports/mail-consent.ts';
import { SIGNAL_MAIL_MODES } from '#contract/reports/signal-words.ts';

const Moment = z.string();

/** All that the installation holds about one person: who they are, how they signed in, what they did. */
export const PersonalData = z
  .object({
    made_at: Moment,
    account: z.object({
      id: Id,
      user_type: z.enum(USER_TYPES),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      phone: z.string(),
      /** Names, emails and phones before these. */
      former: z.array(z.string()),
      language: z.string(),
      /** null = as the client's. */
      units: z.string().nullable(),
      clock: z.string().nullable(),
      week_start: z.string().nullable(),
      about: z.string(),
      /** The screens that they keep at hand, by id. */
      pins: z.array(z.string()),
      company_name: z.string(),
      access_group: z.string().nullable(),
      locked: z.boolean(),
      second_factor: z.boolean(),
      created_at: Moment,
    }),
    /** The clients that the person works for or looks after. */
    clients: z.array(z.object({ id: Id, company_name: z.string() })),
    sign_ins: z.array(
      z.object({
        created_at: Moment,
        seen_at: Moment,
        ended_at: Moment.nullable(),
        ip: z.string(),
        agent: z.string(),
        viewed_by: Id.nullable(),
      }),
    ),
    activities: z.array(
      z.object({ at: Moment, action: z.string(), resource: z.string(), resource_id: Id.nullable(), client: Id.nullable(), ip: z.string() }),
    ),
    /** What the person changed; the values themselves are the client's. */
    changes: z.array(z.object({ at: Moment, client: Id, resource: z.string(), resource_id: Id, type: z.string(), name: z.string() })),
    /** Reports over clients that the person keeps under names. */
    views: z.array(z.object({ id: Id, name: z.string(), report: z.string() })),
    /** Saved reports that go out in the person's name, or to the person's email; `client` null: of a view over clients. */
    subscriptions: z.array(z.object({ client: Id.nullable(), id: Id, report: z.string(), recipient: z.boolean(), author: z.boolean() })),
    /** What of a client's signals they have chosen to get by mail. */
    signal_mails: z.array(z.object({ client: Id, mode: z.enum(SIGNAL_MAIL_MODES), sent: z.int() })),
    /** What the owner of the person's email said to whose reports; `client` null: to those of a person who works for several. */
    mail_addresses: z.array(
      z.object({
        client: Id.nullable(),
        email: z.string(),
        state: z.enum(ADDRESS_STATES),
        requested_at: Moment.nullable(),
        answered_at: Moment.nullable(),
      }),
    ),
    /** How many rows name the person as who did it. */
    recorded: z.object({ schedules: z.int(), batches: z.int(), stock_moves: z.int(), month_closings: z.int() }),
  })
  .meta({ id: 'PersonalData' });
export type PersonalData = z.infer<typeof PersonalData>;
