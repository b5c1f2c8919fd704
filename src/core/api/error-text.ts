import i18next, { type TFunction } from 'i18next';
import { monthText } from '#common/format/date-text.ts';
import type { Under } from '#common/texts/keys.ts';
import { ERROR_CODES, textOfUnique } from '#contract/error-codes.ts';
import type { FieldError } from '#contract/errors.ts';
import { languageOfTag } from '#src/core/i18n/languages.ts';
import { ApiError } from './api-error.ts';

const NAMES = new Map(Object.entries(ERROR_CODES).map(([name, code]) => [String(code), name as Under<'core:errors'>]));
NAMES.set('offline', 'offline');

/** Writes a limit. Passed in, because the sign-in page has limits in seconds only and loads no formats. */
type LimitWriter = (t: TFunction, name: string, limit: NonNullable<FieldError['limit']>, field: string) => string;
let limitText: LimitWriter = (_t, _name, limit) => String(limit);
export const writeLimitsBy = (writer: LimitWriter) => {
  limitText = writer;
};

/** A closed month is `YYYY-MM`, with the farm's name if the farm isn't the entry's own. */
const IS_MONTH = /^\d{4}-\d{2}$/;
const formatLimits = (name: string, values: readonly string[]) =>
  name === 'month_closed'
    ? values.map((value) => (IS_MONTH.test(value) ? monthText(value, languageOfTag(i18next.language)) : value))
    : values;

/** The text of a field's error in the screen's language. An unknown code keeps the server's message. */
export function errorText(t: TFunction, error: FieldError, field = ''): string {
  const name = NAMES.get(String(error.code));
  if (!name) return error.message;
  const text = t(
    `core:errors.${name === 'not_unique' ? textOfUnique(field) : name}`,
    error.limit === undefined ? {} : { limit: limitText(t, name, error.limit, field) },
  );
  const elsewhere = error.elsewhere ? [t('core:in_use_elsewhere', { number: error.elsewhere })] : [];
  const places = [...formatLimits(name, error.values ?? []), ...elsewhere];
  return places.length > 0 ? `${text}: ${places.join(', ')}` : text;
}

/** One sentence for a failure without a field: the server's refusal, or a fault of the program. */
export function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('core:errors.unexpected');
  if (error.status === 403 && error.has('not_permitted')) return t(error.changing ? 'core:access.no_edit' : 'core:access.no_view');
  const [field, [first] = []] = Object.entries(error.errors).find(([path]) => path === 'detail') ?? Object.entries(error.errors)[0] ?? [];
  return first ? errorText(t, first, field) : t('core:errors.try_again');
}
