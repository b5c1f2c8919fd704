import i18next, { type TFunction } from 'i18next';
import { ERROR_CODES } from '../../../contract/error-codes.ts';
import type { FieldError } from '../../../contract/errors.ts';
import { dayText, deviceTimezone, instantText, monthText, timeText } from '../format/clock.ts';
import { round, truncate } from '../format/decimal.ts';
import { createFormatter } from '../format/formatter.ts';
import { languageOfTag } from '../i18n/languages.ts';
import { ApiError } from './api-error.ts';

const NAMES = new Map<string, string>(Object.entries(ERROR_CODES).map(([name, code]) => [String(code), name]));
NAMES.set('offline', 'offline');

/** Fields whose limits are no plain numbers: the API tells them as they are stored. */
const KINDS: Readonly<Record<string, 'weight' | 'price'>> = {
  ...Object.fromEntries(
    [
      'value capacity max_weight weight weight_plan weight_fact weight_per_head planned_leftovers leftovers rounding counted rest',
      'loading_admittance loading_sensitivity unloading_admittance unloading_sensitivity',
    ].flatMap((names) => names.split(' ').map((name) => [name, 'weight' as const])),
  ),
  price: 'price',
};

/** A bound as the reader writes such values: a day, month, time or moment by the language, a weight or price in the reader's unit. */
function limitText(t: TFunction, name: string, limit: NonNullable<FieldError['limit']>, field: string): string {
  const language = languageOfTag(i18next.language);
  if (typeof limit === 'string') {
    if (/^\d{4}-\d{2}$/.test(limit)) return monthText(limit, language);
    if (/^\d{4}-\d{2}-\d{2}$/.test(limit)) return dayText(limit, language);
    if (/^\d{4}-\d{2}-\d{2}T/.test(limit)) return instantText(limit, language, deviceTimezone());
    return timeText(limit, language);
  }
  const format = createFormatter({ language, timezone: 'UTC' });
  const kind = name === 'mixer_weight' ? 'weight' : LIMITS.has(name) ? KINDS[field.split('.').at(-1) ?? ''] : undefined;
  if (!kind) return format.value('ratio', limit);
  const shown = format.number(kind, limit) ?? 0;
  // What is shown is inside of the bound, as the digits of a field can say it.
  const least = name === 'min_val' && truncate(shown) < shown ? round(truncate(shown) + 0.01, 2) : shown;
  const text = format.value('ratio', least);
  return kind === 'weight' && name !== 'mixer_weight' ? `${text} ${t(format.unit(kind))}` : text;
}
const LIMITS = new Set(['too_large', 'min_val']);

/** A closed month comes as `YYYY-MM`. */
const valuesOf = (name: string, values: readonly string[]) =>
  name === 'month_closed' ? values.map((month) => monthText(month, languageOfTag(i18next.language))) : values;

/** An error at a field of the API in the words of the screen's language; a code that isn't known keeps the server's own message. */
export function errorText(t: TFunction, error: FieldError, field = ''): string {
  const name = NAMES.get(String(error.code));
  if (!name) return error.message;
  const text = t(`core:errors.${name}`, error.limit === undefined ? {} : { limit: limitText(t, name, error.limit, field) });
  return error.values?.length ? `${text}: ${valuesOf(name, error.values).join(', ')}` : text;
}

/** One sentence for a failure that no field can show: what the server refused, or a fault of the program itself. */
export function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('core:errors.unexpected');
  if (error.status === 403 && error.has('not_permitted')) return t(error.changing ? 'core:access.no_edit' : 'core:access.no_view');
  const [field, [first] = []] = Object.entries(error.errors).find(([path]) => path === 'detail') ?? Object.entries(error.errors)[0] ?? [];
  return first ? errorText(t, first, field) : t('core:errors.try_again');
}
