import { z } from 'zod';
import { Language } from '#contract/kinds.ts';
import { Password } from './auth.ts';

/** Days in which an invitation is valid. */
export const INVITATION_DAYS = 7;

/** `mail` sends the link to the person's email as well, if the installation can send mail. */
export const InvitationCreate = z.object({ mail: z.boolean().default(false) });

/** Sending of an invitation: not wanted or no mail server · accepted by the mail server · refused or unreachable · too many mails today. */
const INVITATION_MAILS = ['none', 'sent', 'failed', 'limit'] as const;

/** `url` is shown once. It is relative if the installation doesn't know its address. */
export const Invitation = z
  .object({ url: z.string(), email: z.string(), expires_at: z.string(), mail: z.enum(INVITATION_MAILS) })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

/** Asks for a link by mail. `login` is the email, or the phone in any spelling. */
export const ForgottenPassword = z.object({ login: z.string().trim().min(1).max(254) });

/** The secret of a link, in the body and never in an address of the API. */
export const SignInLinkSecret = z.object({ secret: z.string().max(200) });
export const SignInLinkUse = SignInLinkSecret.extend({ password: Password });

/** `locked`: the person or the client is locked; the link works again after unlocking. */
const SIGN_IN_LINK_STATES = ['open', 'used', 'expired', 'locked'] as const;

export const SignInLink = z
  .object({
    kind: z.enum(['invitation', 'reset']),
    state: z.enum(SIGN_IN_LINK_STATES),
    name: z.string(),
    email: z.string(),
    /** Name of the person's client; empty without one. */
    company_name: z.string(),
    language: Language,
    /** Min length of the password in characters. */
    password_length: z.int(),
  })
  .meta({ id: 'SignInLink' });
export type SignInLink = z.infer<typeof SignInLink>;
