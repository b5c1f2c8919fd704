import { z } from 'zod';
import { Day, Id, Language } from '#contract/kinds.ts';
import { IdList } from '#contract/resource.ts';

export const ActivityRow = z
  .object({
    id: Id,
    at: z.string(),
    user: Id.nullable(),
    user_name: z.string(),
    client: Id.nullable(),
    client_name: z.string().nullable(),
    action: z.string(),
    resource: z.string(),
    resource_id: Id.nullable(),
    ip: z.string(),
  })
  .meta({ id: 'Activity' });

export const activityFilters = {
  user: IdList,
  client: IdList,
  action: z.string().max(40).optional(),
  at_after: Day.optional(),
  at_before: Day.optional(),
  /** Language of the searched words and days; by default the caller's. */
  language: Language.optional(),
};
