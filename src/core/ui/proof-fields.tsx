import { PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#src/core/api/session.ts';

/** The empty values of a form with `ProofFields`. */
export const NO_PROOF = { password: '', code: '' };

/** The part of a request's body that proves the user's identity. */
export const proofOf = ({ password, code }: typeof NO_PROOF) => ({ password, ...(code.trim() ? { code: code.trim() } : {}) });

interface ProofFieldsProps {
  /** Returns the properties of the form's field with that name. */
  input: (name: keyof typeof NO_PROOF) => object;
  description?: ReactNode;
}

/** Fields that prove the user's identity: the current password and, with a second factor, a one-time code. */
export function ProofFields({ input, description }: ProofFieldsProps) {
  const { t } = useTranslation('core');
  const me = useMe();
  return (
    <>
      <PasswordInput
        label={t('core:fields.present_password')}
        description={description}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('core:auth.show_password') }}
        {...input('password')}
      />
      {me.second_factor && (
        <TextInput
          label={t('core:fields.code')}
          description={t('core:auth.code_hint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          {...input('code')}
        />
      )}
    </>
  );
}
