import { z } from 'zod';
import type { ResourceId } from './resource-ids.ts';

export { ERROR_CODES, type ErrorName, textOfUnique } from './error-codes.ts';
export { ERROR_MESSAGES, UNIQUE_MESSAGES } from './error-messages.ts';

/** A row that uses another one, with its place for a link. `day` is the day of a plan or delivery. */
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

/**
 * An error of one field. `limit` is the violated limit; `values` name the subject (an ingredient, a use), `uses` are the same as rows,
 * `elsewhere` is the number of uses outside the caller's reach.
 */
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
 * `errors` maps a field's path (`name`, `items.2.percent`) to its errors; `detail` contains errors of the whole request. Every failure
 * below 500 has this form.
 */
export const Failure = z.object({ errors: z.record(z.string(), z.array(FieldError)) }).meta({ id: 'Failure' });
export type Failure = z.infer<typeof Failure>;
