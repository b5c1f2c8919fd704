import { z } from 'zod';
import type { ResourceId } from './resource-ids.ts';

export { ERROR_CODES, type ErrorName } from './error-codes.ts';
export { ERROR_MESSAGES } from './error-messages.ts';

/** A row that something is in use by: where it lies, so that a screen can lead there. `day` tells a plan's or a delivery's day. */
export const Use = z.object({
  resource: z.string() as z.ZodType<ResourceId>,
  id: z.int(),
  name: z.string(),
  company: z.int().nullable().optional(),
  farm: z.int().nullable().optional(),
  group: z.int().nullable().optional(),
  day: z.string().optional(),
});
export type Use = z.infer<typeof Use>;

/** One thing wrong with one field. `limit` is the bound that was broken; `values` name what is meant (an ingredient, a place of use), `uses` the same as rows, `elsewhere` how many more there are out of the caller's reach. */
export const FieldError = z.object({
  code: z.union([z.int(), z.string()]),
  message: z.string(),
  limit: z.union([z.number(), z.string()]).optional(),
  values: z.array(z.string()).optional(),
  uses: z.array(Use).optional(),
  elsewhere: z.int().optional(),
});
export type FieldError = z.infer<typeof FieldError>;

/**
 * `errors` maps a field's path (`name`, `items.2.percent`) to what is wrong with it; `detail` holds what concerns
 * the whole request. Every failure below 500 has this shape.
 */
export const Failure = z.object({ errors: z.record(z.string(), z.array(FieldError)) }).meta({ id: 'Failure' });
export type Failure = z.infer<typeof Failure>;
