import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { passwordLength } from '#src/core/ui/new-password.ts';

/** Another person's password, which can be shown before it is passed on. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('core');
  return (
    <PasswordInput
      label={t('core:fields.password')}
      description={t('core:auth.password_hint', { limit: passwordLength() })}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('core:auth.show_password') }}
      {...props}
    />
  );
}
