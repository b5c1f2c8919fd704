import { z } from 'zod';
import { externalFilter, externalInput, externalRow } from '#contract/external-ids.ts';
import { Id, Name, text } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/** Header fields of statements. A form template may override each. */
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

/** A known IANA time zone by its full name. Offsets have no daylight saving, and abbreviations such as `IST` are ambiguous. */
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

/** Max measurements in the mean of a feed's dry matter, and analyses in the mean of its nutrients; 1 uses only the newest. */
export const MAX_MEASUREMENTS = 10;
const SampleCount = z.int().min(1, 'min_val').max(MAX_MEASUREMENTS);

const fields = {
  company: Id,
  name: Name,
  timezone: Timezone.default('UTC'),
  dry_matter_mean: SampleCount.default(1),
  analysis_mean: SampleCount.default(1),
  ...header,
  ...externalInput,
};

export const FarmRow = z
  .object({
    id: Id,
    ...named('company'),
    name: z.string(),
    timezone: z.string(),
    dry_matter_mean: z.int(),
    analysis_mean: z.int(),
    registration_code: z.string(),
    structural_unit: z.string(),
    structural_unit_manager: z.string(),
    farm_manager: z.string(),
    zootechnician: z.string(),
    accountant: z.string(),
    weigher: z.string(),
    destination: z.string(),
    ...externalRow,
    version: Version,
  })
  .meta({ id: 'Farm' });

/** The farm's card: plan and fact of the farm's today. `unfinished` is the number of today's feedings that aren't unloaded completely. */
export const FarmCard = FarmRow.extend({
  planned_kg: z.number(),
  fact_kg: z.number(),
  unfinished: z.int(),
  groups_count: z.int(),
  animal_count: z.int(),
}).meta({ id: 'FarmCard' });
export type FarmCard = z.infer<typeof FarmCard>;

/** The list is at `manager/farms/dashboard/` and returns cards. A farm is never deleted. */
export const farms = defineResource({
  id: 'farms',
  path: 'manager/farms',
  permission: 'farm',
  row: FarmRow,
  create: z.object(fields),
  filters: { company: IdList, ...externalFilter },
  ordering: ['name', 'company_name', 'planned_kg', 'fact_kg', 'animal_count'],
});
