import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Under } from '#common/texts/keys.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { errorText, failureText } from '#src/core/api/error-text.ts';

type FieldName = Under<'core:fields'>;

/** The sign-in page's forms are small and must load fast: plain state, no form library. */
export function useAuthForm<Values extends Partial<Record<FieldName, string>>>(initial: Values) {
  const { t } = useTranslation('core');
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const node = useRef<HTMLFormElement>(null);

  const getFieldName = (field: FieldName): string => t(`core:fields.${field}`);
  const field = (name: keyof Values & FieldName) => ({
    name,
    label: getFieldName(name),
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  const refuse = (found: Partial<Record<string, string>>) => {
    setErrors(found);
    const fields = [...(node.current?.querySelectorAll<HTMLInputElement>('input') ?? [])];
    fields.find(({ name }) => name in found)?.focus();
  };

  const showFailure = (error: unknown) => {
    if (!(error instanceof ApiError)) return setProblem(failureText(t, error));
    // Nothing was done wrong: the code is asked for after the password.
    if (error.has('second_factor') && !asksCode) return setAsksCode(true);
    if (error.has('wrong_code')) setAsksCode(true);
    const own = Object.entries(error.errors).filter(([name]) => name in values);
    if (own.length > 0)
      refuse(Object.fromEntries(own.map(([name, list]) => [name, list.map((one) => errorText(t, one, name)).join('. ')])));
    else setProblem(failureText(t, error));
  };

  const submit =
    (check: () => Partial<Record<string, string>>, save: () => Promise<unknown>) => async (event: { preventDefault(): void }) => {
      event.preventDefault();
      if (busy) return;
      setProblem(null);
      const found = check();
      refuse(found);
      if (Object.keys(found).length > 0) return;
      setBusy(true);
      try {
        await save();
      } catch (error) {
        showFailure(error);
      } finally {
        setBusy(false);
      }
    };

  /** The fields of these that are empty, with the words for it. */
  const missing = (...names: (keyof Values & FieldName)[]) =>
    Object.fromEntries(names.filter((name) => values[name]!.trim() === '').map((name) => [name, t('core:errors.required')]));

  /** `asksCode`: the server wants a one-time code as well. */
  return { t, values, field, submit, missing, problem, busy, node, asksCode };
}
