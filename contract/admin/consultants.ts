import { z } from 'zod';
import { Id } from '#contract/kinds.ts';

export const CONSULTANTS_PATH = 'perm/consultants';

/**
 * A consultant who serves the client. Consultants only read; `may_copy_rations` is the client's grant to copy rations to its farms, given
 * and revoked by those who manage the client's employees.
 */
export const Consultant = z
  .object({ id: Id, first_name: z.string(), last_name: z.string(), email: z.string(), may_copy_rations: z.boolean() })
  .meta({ id: 'Consultant' });
export type Consultant = z.infer<typeof Consultant>;

export const ConsultantGrant = z.object({ may_copy_rations: z.boolean() });
export type ConsultantGrant = z.infer<typeof ConsultantGrant>;
