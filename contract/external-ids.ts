import { z } from 'zod';
import type { ResourceId } from './resource-ids.ts';

/** Lists whose rows other programs know by ids of their own. */
export const EXTERNAL_KINDS = [
  'farms',
  'ingredients',
  'rations',
  'groups',
  'mixers',
  'stocks',
  'deliveries',
  'deliverycompanies',
] as const satisfies readonly ResourceId[];
export type ExternalKind = (typeof EXTERNAL_KINDS)[number];

/** The other program, as a domain or a name, and its id of the row. */
export const ExternalId = z
  .object({ system: z.string().trim().min(1).max(200), id: z.string().trim().min(1).max(200) })
  .meta({ id: 'ExternalId' });
export type ExternalId = z.infer<typeof ExternalId>;

/** All external ids of a row. A program has one id for a row. */
const ExternalIds = z
  .array(ExternalId)
  .max(20)
  .refine((ids) => new Set(ids.map(({ system }) => system)).size === ids.length, 'not_unique');

/** Fields of a row, of its input and of its list's filters. An input without the field changes no external id. */
export const externalRow = { external_ids: z.array(ExternalId) };
export const externalInput = { external_ids: ExternalIds.optional() };
/** `system:id` */
export const externalFilter = {
  external_id: z
    .string()
    .trim()
    .regex(/^[^:].*:./)
    .max(401)
    .optional(),
};
