import { z } from 'zod';
import { MODULES, Permission, UserType } from '#contract/access.ts';
import { Clock, Email, Id, Language, text, Units, WeekStart } from '#contract/kinds.ts';
import { MAX_PASSWORD_MINIMUM, SHORTEST_PASSWORD } from '#contract/password-length.ts';
import { phoneOf } from '#contract/phone.ts';

/** International format, up to 15 digits, in any spelling; stored in the form of `phoneOf`. May be empty. */
export const Phone = z
  .string()
  .max(60)
  .overwrite(phoneOf)
  .refine((phone) => /^$|^\+[1-9][0-9]{4,14}$/.test(phone), { error: 'phone' });
/**
 * At least 8 characters, not only digits. The server also refuses common passwords, personal data, and passwords that are too short by the
 * sign-in rules.
 */
export const Password = z.string().min(SHORTEST_PASSWORD, { error: 'password_short' }).max(200).regex(/\D/, { error: 'password_numeric' });

/**
 * `login` is the email, or the phone in any spelling. `code` is a one-time or recovery code, if the account has a second factor. `language`
 * has no effect; earlier versions of the browser's application send it.
 */
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

/** Fields of a person in a row. */
export const personRow = {
  ...{ first_name: z.string(), last_name: z.string(), phone: z.string(), email: z.string() },
  ...{ language: Language, about: z.string() },
};

/** Pending steps that come before anything else. */
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
    /** Currency of the client (ISO 4217); null without a client. */
    currency: z.string().nullable(),
    /** The account's own setting; null for the client's. */
    units: Units.nullable(),
    clock: Clock.nullable(),
    week_start: WeekStart.nullable(),
    /** The client's settings, which apply if the account has none of its own; null without a client. */
    client_conventions: ClientConventions.nullable(),
    /** True if the client's mixers round to 5 lb. */
    weighs_in_pounds: z.boolean(),
    /** Farms of the caller's access group; empty for all. */
    farms: z.array(Id),
    permissions: z.array(Permission),
    /** True if signing in needs a one-time code. */
    second_factor: z.boolean(),
    duty: z.enum(DUTIES).nullable(),
    /** Min length of a new password in characters, by the sign-in rules. */
    password_length: z.int(),
    /** Ids of the pinned screens (`auth/pins/`). */
    pins: z.array(z.string()),
    /** The super administrator who impersonates this account. */
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
  /** null for the client's setting. */
  units: Units.nullable().optional(),
  clock: Clock.nullable().optional(),
  week_start: WeekStart.nullable().optional(),
  /** The client's settings, for its owners only. */
  client_conventions: ClientConventions.partial().optional(),
  /** The present password, needed with a new password, email or phone. */
  password: z.string().max(200).optional(),
  /** A one-time or recovery code, needed with `password` if the account has a second factor. */
  code: z.string().trim().min(1).max(40).optional(),
  new_password: Password.optional(),
});

/** A sign-in of the account; `current` is the caller's own. */
export const SessionRow = z
  .object({ id: z.string(), created_at: z.string(), seen_at: z.string(), ip: z.string(), agent: z.string(), current: z.boolean() })
  .meta({ id: 'SignIn' });
export type SessionRow = z.infer<typeof SessionRow>;

/** Proves the caller's identity. */
export const PasswordProof = z.object({ password: z.string().min(1).max(200) });
/** Proves the caller's identity, with `code` (one-time or recovery code) if the caller has a second factor. */
export const Proof = PasswordProof.extend({ code: z.string().trim().min(1).max(40).optional() });
/** `secret` is base32; `uri` is the same as text for a QR code. */
export const SecondFactorStart = z.object({ secret: z.string(), uri: z.string() }).meta({ id: 'SecondFactorStart' });
export const SecondFactorCode = z.object({ code: z.string().trim().min(1).max(40) });
/** Each code replaces a one-time code once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
/** The user types that need a second factor, and the min length of a new password. */
export const Security = z
  .object({ second_factor: z.array(UserType), password_length: z.int().min(SHORTEST_PASSWORD).max(MAX_PASSWORD_MINIMUM) })
  .meta({ id: 'Security' });
export type Security = z.infer<typeof Security>;
/** An omitted rule stays unchanged. */
export const SecurityUpdate = Security.partial();

export const TimezoneRow = z.object({ name: z.string(), offset: z.string() }).meta({ id: 'Timezone' });
