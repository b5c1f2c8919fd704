import { z } from 'zod';
import { Email, Language } from '#contract/kinds.ts';

/** Whether the owner of an address wants this client's reports; nothing but the one question goes to one who hasn't said so. */
export const ADDRESS_STATES = ['waiting', 'confirmed', 'declined'] as const;
export const AddressState = z.enum(ADDRESS_STATES);

/** Asks a recipient once more. */
export const AddressRequest = z.object({ email: Email });
/** What the link of a mail opens; the secret goes in the body, never in an address of the API. */
export const MailConsentLink = z.object({ secret: z.string().max(200) });
export const MailConsentAnswer = MailConsentLink.extend({ wanted: z.boolean() });
/** Who would like to send reports where, and what its owner has said. */
export const MailConsent = z
  .object({ client_name: z.string(), email: z.string(), language: Language, state: AddressState })
  .meta({ id: 'MailConsent' });
export type MailConsent = z.infer<typeof MailConsent>;
