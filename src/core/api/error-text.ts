import i18next, { type TFunction } from 'i18next';
import { ERROR_CODES } from '../../../contract/error-codes.ts';
import type { FieldError } from '../../../contract/errors.ts';
import { monthText } from '../format/clock.ts';
import { lbOfKg } from '../format/weight.ts';
import { languageOfTag } from '../i18n/languages.ts';
import { ApiError } from './api-error.ts';

const NAMES = new Map<string, string>(Object.entries(ERROR_CODES).map(([name, code]) => [String(code), name]));
NAMES.set('offline', 'offline');

/** A mixer's limit comes in kilograms; the text of `us` speaks of pounds. */
const limitOf = (name: string, { limit }: FieldError) =>
  name === 'mixer_weight' && i18next.language === 'en-US' ? Math.trunc(lbOfKg(Number(limit))) : limit;

/** A closed month comes as `YYYY-MM`. */
const valuesOf = (name: string, values: readonly string[]) =>
  name === 'month_closed' ? values.map((month) => monthText(month, languageOfTag(i18next.language))) : values;

/** An error in the words of the screen's language; a code that isn't known keeps the server's own message. */
export function errorText(t: TFunction, error: FieldError): string {
  const name = NAMES.get(String(error.code));
  if (!name) return error.message;
  const text = t(`core:errors.${name}`, { limit: limitOf(name, error) });
  return error.values?.length ? `${text}: ${valuesOf(name, error.values).join(', ')}` : text;
}

/** One sentence for a failure that no field can show. */
export function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('core:errors.unexpected');
  const first = error.errors.detail?.[0] ?? Object.values(error.errors).flat()[0];
  return first ? errorText(t, first) : t('core:errors.unexpected');
}
