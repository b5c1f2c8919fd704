import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './field.tsx';

/** The one-time code, once the server has asked for it. */
export function CodeField({ shown, field }: { shown: boolean; field: Omit<ComponentProps<typeof Field>, 'autoComplete'> }) {
  const { t } = useTranslation('core');
  return shown ? <Field {...field} autoFocus autoComplete="one-time-code" description={t('core:auth.code_hint')} /> : null;
}
