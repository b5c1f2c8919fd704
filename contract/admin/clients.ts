import { z } from 'zod';
import { MODULES } from '#contract/access.ts';
import { Clock, Currency, Id, Name, text, Units, WeekStart } from '#contract/kinds.ts';
import { defineResource, Version } from '#contract/resource.ts';

/** A tenant. It is created with its first user at `dashboard/users/create/`. */
export const clients = defineResource({
  id: 'clients',
  path: 'dashboard/clients',
  permission: 'client',
  row: z
    .object({
      id: Id,
      company_name: z.string(),
      info: z.string(),
      locked: z.boolean(),
      modules: z.array(z.enum(MODULES)),
      /** Currency of all the client's money, in every language (ISO 4217). */
      currency: z.string(),
      /** Default settings of the client's people. */
      units: Units,
      clock: Clock,
      week_start: WeekStart,
      /** True if `units` is `lb`: mixers that round do so to 5 lb. */
      weighs_in_pounds: z.boolean(),
      consultants: z.array(Id),
      users_count: z.int(),
      farms_count: z.int(),
      version: Version,
    })
    .meta({ id: 'Client' }),
  create: z.object({
    company_name: Name,
    info: text(2000).default(''),
    locked: z.boolean().default(false),
    modules: z.array(z.enum(MODULES)).min(1).default(['manger']),
    currency: Currency.default('UAH'),
    units: Units.default('kg'),
    clock: Clock.default('24'),
    week_start: WeekStart.default('monday'),
    consultants: z.array(Id).max(500).default([]),
  }),
  filters: {},
  ordering: ['company_name', 'users_count', 'farms_count', 'locked'],
});
