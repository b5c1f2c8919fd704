import { z } from 'zod';
import { Id, Name, text } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/** Printed on statements; a blank may override each. */
export const FARM_HEADER_FIELDS = [
  'registration_code',
  'structural_unit',
  'structural_unit_manager',
  'farm_manager',
  'zootechnician',
  'accountant',
  'weigher',
  'destination',
] as const;
export type FarmHeaderField = (typeof FARM_HEADER_FIELDS)[number];

const header = {
  registration_code: text(40).default(''),
  structural_unit: text().default(''),
  structural_unit_manager: text().default(''),
  farm_manager: text().default(''),
  zootechnician: text().default(''),
  accountant: text().default(''),
  weigher: text().default(''),
  destination: text().default(''),
};

/** An IANA timezone that the runtime knows, by its full name: an offset knows no daylight saving, and what `IST` means is disputed. */
export const Timezone = z
  .string()
  .max(64)
  .regex(/^(UTC|[A-Za-z]+\/[\w+/-]+)$/, 'invalid_value')
  .refine((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  });

/** Of how many of its last measurements a feed's dry matter is the mean; 1 is the newest alone. */
export const MOST_MEASUREMENTS = 10;
const MeanOf = z.int().min(1, 'min_val').max(MOST_MEASUREMENTS);

const fields = { company: Id, name: Name, timezone: Timezone.default('UTC'), dry_matter_mean: MeanOf.default(1), ...header };

export const FarmRow = z
  .object({
    id: Id,
    ...named('company'),
    name: z.string(),
    timezone: z.string(),
    dry_matter_mean: z.int(),
    registration_code: z.string(),
    structural_unit: z.string(),
    structural_unit_manager: z.string(),
    farm_manager: z.string(),
    zootechnician: z.string(),
    accountant: z.string(),
    weigher: z.string(),
    destination: z.string(),
    version: Version,
  })
  .meta({ id: 'Farm' });

/** The farm's card: today's plan and fact in the farm's own day. */
export const FarmCard = FarmRow.extend({
  planned_kg: z.number(),
  fact_kg: z.number(),
  groups_count: z.int(),
  animal_count: z.int(),
}).meta({ id: 'FarmCard' });
export type FarmCard = z.infer<typeof FarmCard>;

/** Its list is at `manager/farms/dashboard/` and returns cards; a farm is never deleted. */
export const farms = defineResource({
  id: 'farms',
  path: 'manager/farms',
  permission: 'farm',
  row: FarmRow,
  create: z.object(fields),
  filters: { company: IdList },
  ordering: ['name', 'company_name', 'planned_kg', 'fact_kg', 'animal_count'],
});
