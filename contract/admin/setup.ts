import { z } from 'zod';
import { Language } from '#contract/kinds.ts';
import { Password, person } from './auth.ts';

const DEMONSTRATION_ROLES = ['owner', 'accountant', 'feeder', 'consultant', 'staff', 'admin', 'superadmin'] as const;
/** `language` and `client_name` are those of the sign-in's client; null for people of the installation. */
const DemonstrationSignIn = z.object({
  login: z.string(),
  role: z.enum(DEMONSTRATION_ROLES),
  language: Language.nullable(),
  client_name: z.string().nullable(),
});
export type DemonstrationSignIn = z.infer<typeof DemonstrationSignIn>;

/**
 * `needed` is true without a first super administrator. `demonstration` lists the sign-ins of demonstration data, which have one password;
 * null without such data. `password_length` is the min length of a new password in characters. `forgotten` is true if a forgotten password
 * can be reset by mail.
 */
export const SetupState = z.object({
  needed: z.boolean(),
  password_length: z.int(),
  forgotten: z.boolean(),
  demonstration: z.object({ password: z.string(), sign_ins: z.array(DemonstrationSignIn) }).nullable(),
});
export type SetupState = z.infer<typeof SetupState>;
/** `code` is printed in the server's log and works once. */
export const Setup = z.object({ code: z.string().min(1).max(100), ...person, password: Password });
