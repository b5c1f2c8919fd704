import { z } from 'zod';

export { ERROR_CODES, ERROR_MESSAGES, type ErrorName } from './error-codes.ts';

/** One thing wrong with one field. `limit` is the bound that was broken; `values` name what is meant (an ingredient, a place of use). */
export const FieldError = z.object({
  code: z.union([z.int(), z.string()]),
  message: z.string(),
  limit: z.union([z.number(), z.string()]).optional(),
  values: z.array(z.string()).optional(),
});
export type FieldError = z.infer<typeof FieldError>;

/**
 * `errors` maps a field's path (`name`, `items.2.percent`) to what is wrong with it; `detail` holds what concerns
 * the whole request. Every failure below 500 has this shape.
 */
export const Failure = z.object({ errors: z.record(z.string(), z.array(FieldError)) }).meta({ id: 'Failure' });
export type Failure = z.infer<typeof Failure>;
