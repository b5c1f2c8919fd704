import { z } from 'zod';
import { Day, Id } from '#contract/kinds.ts';
import type { ResourceId } from '#contract/resource-ids.ts';

/** The resources that the palette searches, in the order of its results. */
export const SEARCHED = [
  'ingredients',
  'groups',
  'rations',
  'programmes',
  'deliveries',
  'recipes',
  'stocks',
  'mixers',
  'milk',
  'weights',
  'budgets',
] as const satisfies readonly ResourceId[];
export type Searched = (typeof SEARCHED)[number];

/** Max rows per resource. */
export const FOUND_OF_EACH = 5;
export const SHORTEST_SEARCH = 2;

export const SearchQuery = z.object({ search: z.string().trim().min(SHORTEST_SEARCH).max(100) });

/** A row with name and place; `day` is that of a dated row by its farm's clock, and `group` its group. */
export const Found = z
  .object({
    resource: z.enum(SEARCHED),
    id: Id,
    name: z.string(),
    farm: Id.nullable(),
    farm_name: z.string().nullable(),
    company: Id.nullable(),
    group: Id.nullable(),
    day: Day.nullable(),
  })
  .meta({ id: 'Found' });
export type Found = z.infer<typeof Found>;
