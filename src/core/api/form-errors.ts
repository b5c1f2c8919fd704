import type { TFunction } from 'i18next';
import type { ApiError } from './api-error.ts';
import { errorText, failureText } from './error-text.ts';

interface FormLike {
  getValues(): unknown;
  setErrors(errors: Record<string, string>): void;
}

const reaches = (values: unknown, path: string) =>
  path.split('.').every((step) => {
    if (typeof values !== 'object' || values === null || !(step in values)) return false;
    values = (values as Record<string, unknown>)[step];
    return true;
  });

/**
 * Puts a refused save onto the form's fields (`items.2.percent` too) and keeps what was typed.
 * Gives back what belongs to no field of the form, to be shown above it.
 */
export function putErrors(form: FormLike, error: ApiError, t: TFunction): string[] {
  const values = form.getValues();
  const onFields: Record<string, string> = {};
  const others: string[] = [];
  if (error.has('not_permitted')) return [failureText(t, error)];
  for (const [path, list] of Object.entries(error.errors)) {
    const text = list.map((one) => errorText(t, one, path)).join('. ');
    if (path !== 'detail' && reaches(values, path)) onFields[path] = text;
    else others.push(text);
  }
  form.setErrors(onFields);
  return others;
}
