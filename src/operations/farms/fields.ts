import { FARM_HEADER_FIELDS, type FarmCard, type farms } from '#contract/operations/farms.ts';
import type { RowOf } from '#contract/resource.ts';

export type Farm = RowOf<typeof farms>;

/** The form's values of a farm; a new one takes the browser's place for its own until told otherwise. */
export const farmValues = (farm: Farm | FarmCard | null, company: number, timezone: string) => ({
  company: farm?.company ?? company,
  name: farm?.name ?? '',
  timezone: farm?.timezone ?? timezone,
  ...(Object.fromEntries(FARM_HEADER_FIELDS.map((field) => [field, farm?.[field] ?? ''])) as Record<
    (typeof FARM_HEADER_FIELDS)[number],
    string
  >),
  version: farm?.version,
});

export type FarmValues = ReturnType<typeof farmValues>;
