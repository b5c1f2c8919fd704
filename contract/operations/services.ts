import { z } from 'zod';
import { Day, Id, Instant, Money, Name, text } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

const Often = z.int().min(1).max(100_000).nullable().default(null);

/** Interval of a service: days, loads or tonnes, the first that is reached; null for unused ones. */
export const ServiceEvery = z.object({
  days: Often,
  loads: Often,
  // A gram is the smallest weight that pounds are converted to.
  tonnes: z.number().positive('min_val').max(1_000_000).multipleOf(0.000001).nullable().default(null),
});
export type ServiceEvery = z.infer<typeof ServiceEvery>;

/**
 * A repeated service of a mixer. `since` is the farm's day of the last service, or of the mixer's first load; `used` counts since then:
 * days, finished loads, and their tonnes. It is `due` if one of them reaches `every`.
 */
export const servicePlans = defineResource({
  id: 'serviceplans',
  path: 'manager/serviceplans',
  permission: 'mixer',
  row: z
    .object({
      id: Id,
      ...named('farm', 'mixer'),
      what: z.string(),
      every: z.object({ days: z.int().nullable(), loads: z.int().nullable(), tonnes: z.number().nullable() }),
      since: Day.nullable(),
      used: z.object({ days: z.int(), loads: z.int(), tonnes: z.number() }),
      due: z.boolean(),
      version: Version,
    })
    .meta({ id: 'ServicePlan' }),
  create: z.object({ mixer: Id, what: Name, every: ServiceEvery }),
  filters: { farm: IdList, mixer: IdList },
  ordering: ['what', 'mixer_name', 'farm_name'],
});

/** A finished service of a mixer: of a plan, which starts again, or without one. `cost` in the client's currency. */
export const services = defineResource({
  id: 'services',
  final: true,
  path: 'manager/services',
  permission: 'mixer',
  row: z
    .object({
      id: Id,
      ...named('farm', 'mixer'),
      plan: Id.nullable(),
      plan_name: z.string().nullable(),
      done_at: z.string(),
      day: Day,
      cost: z.number().nullable(),
      note: z.string(),
      version: Version,
    })
    .meta({ id: 'Service' }),
  create: z.object({
    mixer: Id,
    plan: Id.nullable().default(null),
    done_at: Instant.optional(),
    cost: Money.nullable().default(null),
    note: text(300).default(''),
  }),
  filters: { farm: IdList, mixer: IdList, plan: IdList, day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['done_at', 'mixer_name', 'plan_name', 'cost'],
});
