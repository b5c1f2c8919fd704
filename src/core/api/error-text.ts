import type { TFunction } from 'i18next';
import { ERROR_CODES, type FieldError } from '../../../contract/errors.ts';
import { ApiError } from './api-error.ts';

const NAMES = new Map<string, string>(Object.entries(ERROR_CODES).map(([name, code]) => [String(code), name]));
NAMES.set('offline', 'offline');

/** An error in the words of the screen's language; a code that isn't known keeps the server's own message. */
export function errorText(t: TFunction, error: FieldError): string {
  const name = NAMES.get(String(error.code));
  if (!name) return error.message;
  const text = t(`core:errors.${name}`, { limit: error.limit });
  return error.values?.length ? `${text}: ${error.values.join(', ')}` : text;
}

/** One sentence for a failure that no field can show. */
export function failureText(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t('core:errors.unexpected');
  const first = error.errors.detail?.[0] ?? Object.values(error.errors).flat()[0];
  return first ? errorText(t, first) : t('core:errors.unexpected');
}
