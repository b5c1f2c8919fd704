import { z } from 'zod';
import { MODULES, Permission, UserType } from '#contract/access.ts';
import { Clock, Email, Id, Language, text, Units, WeekStart } from '#contract/kinds.ts';
import { MAX_PASSWORD_MINIMUM, SHORTEST_PASSWORD } from '#contract/password-length.ts';
import { phoneOf } from '#contract/phone.ts';

/** International format, up to 15 digits, in any spelling; kept as `phoneOf` writes it. Empty allowed. */
export const Phone = z
  .string()
  .max(60)
  .overwrite(phoneOf)
  .refine((phone) => /^$|^\+[1-9][0-9]{4,14}$/.test(phone), { error: 'phone' });
/**
 * At least 8 characters and not digits alone. The server also refuses common passwords, the person's own data, and fewer characters than the
 * sign-in rules require.
 */
export const Password = z.string().min(SHORTEST_PASSWORD, { error: 'password_short' }).max(200).regex(/\D/, { error: 'password_numeric' });

/** `login` is the email or the phone, in any spelling; `code` a one-time or a recovery code, where the account has a second factor; `language` the one on screen. */
export const Login = z.object({
  login: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(200),
  code: z.string().trim().min(1).max(40).optional(),
  language: Language.optional(),
});
export const Session = z
  .object({ token: z.string(), user_type: UserType, is_superadmin: z.boolean(), modules: z.array(z.enum(MODULES)) })
  .meta({ id: 'Session' });
export const Token = z.object({ token: z.string().min(1).max(4000) });

export const person = { first_name: text(80).default(''), last_name: text(80).default(''), phone: Phone.default(''), email: Email };

/** What a row says of a person. */
export const personRow = {
  ...{ first_name: z.string(), last_name: z.string(), phone: z.string(), email: z.string() },
  ...{ language: Language, about: z.string() },
};

/** What somebody has to do before anything else. */
export const DUTIES = ['password', 'second_factor'] as const;
export type Duty = (typeof DUTIES)[number];

export const ClientConventions = z.object({ units: Units, clock: Clock, week_start: WeekStart }).meta({ id: 'ClientConventions' });

export const Me = z
  .object({
    id: Id,
    ...personRow,
    user_type: UserType,
    is_superadmin: z.boolean(),
    modules: z.array(z.enum(MODULES)),
    client: Id.nullable(),
    client_name: z.string().nullable(),
    /** ISO 4217, the client's; null for those without one. */
    currency: z.string().nullable(),
    /** The account's own; null = as the client's. */
    units: Units.nullable(),
    clock: Clock.nullable(),
    week_start: WeekStart.nullable(),
    /** The client's, which count where the account has none of its own; null for those without a client. */
    client_conventions: ClientConventions.nullable(),
    /** The client's mixers that round do so to 5 Lbs. */
    weighs_in_pounds: z.boolean(),
    /** Of the farms that the caller's access group names; empty = all. */
    farms: z.array(Id),
    permissions: z.array(Permission),
    /** Signing in asks for a one-time code. */
    second_factor: z.boolean(),
    duty: z.enum(DUTIES).nullable(),
    /** Minimum length of a new password, in characters, by the sign-in rules. */
    password_length: z.int(),
    /** The screens that they keep at hand, by id (`auth/pins/`). */
    pins: z.array(z.string()),
    /** The super administrator who sees what this account would see. */
    viewer: z.string().nullable(),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

/** A new password ends every sign-in; `token` is the next one. */
export const MeSaved = Me.extend({ token: z.string().optional() }).meta({ id: 'MeSaved' });

export const MeUpdate = z.object({
  first_name: text(80).optional(),
  last_name: text(80).optional(),
  phone: Phone.optional(),
  email: Email.optional(),
  language: Language.optional(),
  about: text(2000).optional(),
  /** null = as the client's. */
  units: Units.nullable().optional(),
  clock: Clock.nullable().optional(),
  week_start: WeekStart.nullable().optional(),
  /** The client's: only for its owners. */
  client_conventions: ClientConventions.partial().optional(),
  /** The present one: needed with a new password, email or phone. */
  password: z.string().max(200).optional(),
  /** A one-time or a recovery code: needed with `password` if the account has a second factor. */
  code: z.string().trim().min(1).max(40).optional(),
  new_password: Password.optional(),
});

/** One sign-in of the account; `current` is the one that asks. */
export const SessionRow = z
  .object({ id: z.string(), created_at: z.string(), seen_at: z.string(), ip: z.string(), agent: z.string(), current: z.boolean() })
  .meta({ id: 'SignIn' });
export type SessionRow = z.infer<typeof SessionRow>;

/** Proves who asks. */
export const PasswordProof = z.object({ password: z.string().min(1).max(200) });
/** Proves who asks, by the second factor too: `code` is a one-time or a recovery code, needed if the caller has a second factor. */
export const Proof = PasswordProof.extend({ code: z.string().trim().min(1).max(40).optional() });
/** `secret` is base32, `uri` the same for a picture to scan. */
export const SecondFactorStart = z.object({ secret: z.string(), uri: z.string() }).meta({ id: 'SecondFactorStart' });
export const SecondFactorCode = z.object({ code: z.string().trim().min(1).max(40) });
/** Each replaces a one-time code once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
/** The user types that have to have a second factor, and the minimum length of a new password. */
export const Security = z
  .object({ second_factor: z.array(UserType), password_length: z.int().min(SHORTEST_PASSWORD).max(MAX_PASSWORD_MINIMUM) })
  .meta({ id: 'Security' });
export type Security = z.infer<typeof Security>;
/** An omitted rule stays as it is. */
export const SecurityUpdate = Security.partial();

export const TimezoneRow = z.object({ name: z.string(), offset: z.string() }).meta({ id: 'Timezone' });
