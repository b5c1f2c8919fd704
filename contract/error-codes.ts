/** Errors with numbers in the specification. */
const NUMBERED = {
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
} as const;
/** Errors that the specification names only by message; `min_val` is its own. */
const WORDS = [
  ...(['password_common', 'password_own', 'min_val', 'phone'] as const),
  ...(['percent_sum', 'mixer_weight', 'leftovers_auto_load', 'not_of_these_rows', 'ingredient_in_stock'] as const),
  ...(['not_enough', 'stock_short', 'another_store', 'nothing_given', 'only_added', 'unknown_field', 'mixed_letters'] as const),
  ...(['deleted_selection', 'in_use', 'stock_left', 'empty_groups', 'illegal_status'] as const),
  ...(['first_of_loads', 'stale_version', 'stock_moved', 'month_closed'] as const),
  ...(['before_opening', 'moved_before', 'other_in_load', 'load_without_items', 'load_changed'] as const),
  ...(['month_open', 'paper_unchanged', 'nothing_to_print'] as const),
  ...(['milk_of_both', 'owner_without_groups', 'budget_approved', 'account_missing', 'unknown_name'] as const),
  ...(['ambiguous_name', 'too_long_range', 'too_large_report'] as const),
  ...(['incorrect_login', 'wrong_password', 'second_factor', 'wrong_code', 'same_password'] as const),
  ...(['view_only', 'account_locked', 'own_account', 'own_sign_in', 'last_owner'] as const),
  ...(['password_due', 'second_factor_due', 'not_signed_in', 'not_permitted', 'not_found'] as const),
  ...(['too_many_attempts', 'too_many_at_once', 'daily_mails', 'none_confirmed', 'mail_refused'] as const),
  ...(['too_large_body', 'damaged_archive', 'newer_archive', 'unfit_archive', 'time_out'] as const),
  ...(['database_away', 'out_of_room', 'server_error'] as const),
] as const;
type Word = (typeof WORDS)[number];

/** The code table of the API: 1–31, 121, or the word itself. Screens show the message of the code in their language. */
export const ERROR_CODES = { ...NUMBERED, ...(Object.fromEntries(WORDS.map((word) => [word, word])) as { [W in Word]: W }) };

export type ErrorName = keyof typeof ERROR_CODES;

/** The text of `not_unique`: it mentions a name only at a name, or without a field. */
export function textOfUnique(field: string): 'not_unique' | 'day_taken' | 'value_taken' {
  const last = field.split('.').at(-1) ?? '';
  if (last === '' || last === 'detail' || /(^|_)name$/.test(last)) return 'not_unique';
  return /^(date|day|from|at)$|_(on|at)$/.test(last) ? 'day_taken' : 'value_taken';
}
