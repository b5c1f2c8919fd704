import { z } from 'zod';
import { USER_TYPES } from '#contract/access.ts';
import { Id } from '#contract/kinds.ts';
import { ADDRESS_STATES } from '#contract/reports/mail-consent.ts';
import { SIGNAL_MAIL_MODES } from '#contract/reports/signal-words.ts';

const Moment = z.string();

/** All data of the installation about one person: identity, sign-ins, actions. */
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
      /** Former names, emails and phones. */
      former: z.array(z.string()),
      language: z.string(),
      /** null for the client's setting. */
      units: z.string().nullable(),
      clock: z.string().nullable(),
      week_start: z.string().nullable(),
      about: z.string(),
      /** Ids of the pinned screens. */
      pins: z.array(z.string()),
      company_name: z.string(),
      access_group: z.string().nullable(),
      locked: z.boolean(),
      second_factor: z.boolean(),
      created_at: Moment,
    }),
    /** The person's client, or the clients that the person serves. */
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
    /** Changes by the person. The values belong to the client. */
    changes: z.array(z.object({ at: Moment, client: Id, resource: z.string(), resource_id: Id, type: z.string(), name: z.string() })),
    /** Saved views over several clients. */
    views: z.array(z.object({ id: Id, name: z.string(), report: z.string() })),
    /** Saved reports mailed in the person's name, or to the person; `client` is null for a view over clients. */
    subscriptions: z.array(z.object({ client: Id.nullable(), id: Id, report: z.string(), recipient: z.boolean(), author: z.boolean() })),
    /** The person's choice of signals by mail, by client. */
    signal_mails: z.array(z.object({ client: Id, mode: z.enum(SIGNAL_MAIL_MODES), sent: z.int() })),
    signal_pushes: z.array(z.object({ client: Id, agent: z.string(), since: z.string(), sent: z.int() })),
    /** Answers of the owner of the person's email; `client` is null for reports of a person with several clients. */
    mail_addresses: z.array(
      z.object({
        client: Id.nullable(),
        email: z.string(),
        state: z.enum(ADDRESS_STATES),
        requested_at: Moment.nullable(),
        answered_at: Moment.nullable(),
      }),
    ),
    /** Number of rows that name the person as their author. */
    recorded: z.object({ schedules: z.int(), batches: z.int(), stock_moves: z.int(), month_closings: z.int() }),
  })
  .meta({ id: 'PersonalData' });
export type PersonalData = z.infer<typeof PersonalData>;
