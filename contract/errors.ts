import { z } from 'zod';

/**
 * The code table of the API. 1–31, 121 and `min_val` are the specification's; the words are ours, for what
 * the specification names only by message. A screen shows the message of the code in its own language.
 */
export const ERROR_CODES = {
  invalid_format: 1,
  required: 2,
  blank: 3,
  null: 4,
  not_unique: 5,
  too_long: 6,
  wrong_length: 7,
  too_large: 8,
  negative: 9,
  invalid_value: 23,
  password_numeric: 30,
  password_short: 31,
  email_taken: 121,
  min_val: 'min_val',
  phone: 'phone',
  percent_sum: 'percent_sum',
  mixer_weight: 'mixer_weight',
  leftovers_auto_load: 'leftovers_auto_load',
  ingredient_in_stock: 'ingredient_in_stock',
  not_enough: 'not_enough',
  in_use: 'in_use',
  empty_groups: 'empty_groups',
  illegal_status: 'illegal_status',
  stale_version: 'stale_version',
  month_closed: 'month_closed',
  incorrect_login: 'incorrect_login',
  wrong_password: 'wrong_password',
  too_many_attempts: 'too_many_attempts',
  not_signed_in: 'not_signed_in',
  not_permitted: 'not_permitted',
  not_found: 'not_found',
  too_long_range: 'too_long_range',
  too_large_body: 'too_large_body',
  time_out: 'time_out',
  server_error: 'server_error',
} as const;

export type ErrorName = keyof typeof ERROR_CODES;
export type ErrorCode = (typeof ERROR_CODES)[ErrorName];

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

/** English texts for clients that bring no language of their own; screens translate by code. */
export const ERROR_MESSAGES: Record<ErrorName, string> = {
  invalid_format: 'Invalid data format',
  required: 'This field is required',
  blank: 'This field cannot be empty',
  null: 'This field cannot be empty',
  not_unique: 'The name must be unique',
  too_long: 'No more than {limit} characters',
  wrong_length: 'Invalid number of characters, {limit} allowed',
  too_large: 'The value must be less than or equal to {limit}',
  negative: 'The value cannot be negative',
  invalid_value: 'Use a valid value',
  password_numeric: 'The password cannot be entirely numeric',
  password_short: 'The password is too short, at least 8 characters',
  email_taken: 'A user with this email already exists',
  min_val: 'The value must be at least {limit}',
  phone: 'Use the international phone format, up to 15 digits',
  percent_sum: 'The sum of percentages must equal 100',
  mixer_weight: 'The feeding weight is greater than the mixer weight ({limit} kg)',
  leftovers_auto_load: 'Leftovers and auto load exclude each other: turn one off first',
  ingredient_in_stock: 'An ingredient of this type already exists in stock',
  not_enough: 'Error, not enough ingredients in stock',
  in_use: 'Still in use: a deleted selection must be replaced',
  empty_groups: 'The groups list cannot be empty',
  illegal_status: 'The status cannot change this way',
  stale_version: 'Somebody else has changed this meanwhile',
  month_closed: 'The month is closed',
  incorrect_login: 'Incorrect login or password',
  wrong_password: 'The present password is not right',
  too_many_attempts: 'Too many attempts, try again in {limit} s',
  not_signed_in: 'Sign in first',
  not_permitted: 'No rights for this',
  not_found: 'Not found',
  too_long_range: 'The range is at most {limit} days',
  too_large_body: 'The request is too large',
  time_out: 'The request took too long',
  server_error: 'Server error',
};
