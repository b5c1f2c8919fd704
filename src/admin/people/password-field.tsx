import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { passwordLength } from '#src/core/ui/new-password.ts';

/** A password that somebody else is given; it may be looked at before it is handed over. */
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
