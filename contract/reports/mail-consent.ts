import { z } from 'zod';
import { Email, Language } from '#contract/kinds.ts';

/** Consent of an address's owner to this client's reports. Without it, only one question is sent. */
export const ADDRESS_STATES = ['waiting', 'confirmed', 'declined'] as const;
export const AddressState = z.enum(ADDRESS_STATES);

/** Repeats the question to a recipient. */
export const AddressRequest = z.object({ email: Email });
/** The secret of a mail's link, in the body and never in an address of the API. */
export const MailConsentLink = z.object({ secret: z.string().max(200) });
export const MailConsentAnswer = MailConsentLink.extend({ wanted: z.boolean() });
/** The sender of the reports, the address, and its owner's answer. */
export const MailConsent = z
  .object({ client_name: z.string(), email: z.string(), language: Language, state: AddressState })
  .meta({ id: 'MailConsent' });
export type MailConsent = z.infer<typeof MailConsent>;
