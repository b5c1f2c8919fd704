import i18next, { type TFunction } from 'i18next';
import { monthText } from '#common/format/date-text.ts';
import type { Under } from '#common/texts/keys.ts';
import { ERROR_CODES } from '#contract/error-codes.ts';
import type { FieldError } from '#contract/errors.ts';
import { languageOfTag } from '#src/core/i18n/languages.ts';
import { ApiError } from './api-error.ts';

const NAMES = new Map(Object.entries(ERROR_CODES).map(([name, code]) => [String(code), name as Under<'core:errors'>]));
NAMES.set('offline', 'offline');

/** How a bound is written; the sign-in page, whose bounds are seconds, needn't bring the formats of all kinds. */
type LimitWriter = (t: TFunction, name: string, limit: NonNullable<FieldError['limit']>, field: string) => string;
let limitText: LimitWriter = (_t, _name, limit) => String(limit);
export const writeLimitsBy = (writer: LimitWriter) => {
  limitText = writer;
};

/** The text of code 5: it speaks of a name only at a name, or if no field is named. */
function textOfUnique(field: string): Under<'core:errors'> {
  const last = field.split('.').at(-1) ?? '';
  if (last === '' || last === 'detail' || /(^|_)name$/.test(last)) return 'not_unique';
  return /^(date|day|from|at)$|_(on|at)$/.test(last) ? 'day_taken' : 'value_taken';
}

/** A closed month comes as `YYYY-MM`, and with the farm's name if the farm isn't the entry's own. */
const IS_MONTH = /^\d{4}-\d{2}$/;
const valuesOf = (name: string, values: readonly string[]) =>
  name === 'month_closed'
    ? values.map((value) => (IS_MONTH.test(value) ? monthText(value, languageOfTag(i18next.language)) : value))
    : values;

/** An error at a field of the API in the words of the screen's language; a code that isn't known keeps the server's own message. */
export function errorText(t: TFunction, error: FieldError, field = ''): string {
  const name = NAMES.get(String(error.code));
  if (!name) return error.message;
  const text = t(
    `core:errors.${name === 'not_unique' ? textOfUnique(field) : name}`,
    error.limit === undefined ? {} : { limit: limitText(t, name, error.limit, field) },
  );
  const elsewhere = error.elsewhere ? [t('core:in_use_elsewhere', { number: error.elsewhere })] : [];
  const places = [...valuesOf(name, error.values ?? []), ...elsewhere];
  return places.length > 0 ? `${text}: ${places.join(', ')}` : text;
}

/** One sentence for a failure that no field can show: what the server refused, or a fault of the program itself. */
export function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('core:errors.unexpected');
  if (error.status === 403 && error.has('not_permitted')) return t(error.changing ? 'core:access.no_edit' : 'core:access.no_view');
  const [field, [first] = []] = Object.entries(error.errors).find(([path]) => path === 'detail') ?? Object.entries(error.errors)[0] ?? [];
  return first ? errorText(t, first, field) : t('core:errors.try_again');
}
