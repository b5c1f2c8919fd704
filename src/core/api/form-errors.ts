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
 * Sets the errors of a refused save on the form's fields (also `items.2.percent`) and keeps the input. Returns errors without a field, for
 * display above the form.
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
