import { PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '#src/core/api/session.ts';

/** The empty values of a form with `ProofFields`. */
export const NO_PROOF = { password: '', code: '' };

/** The part of a request's body that proves who asks. */
export const proofOf = ({ password, code }: typeof NO_PROOF) => ({ password, ...(code.trim() ? { code: code.trim() } : {}) });

interface ProofFieldsProps {
  /** The properties of the form's field of that name. */
  input: (name: keyof typeof NO_PROOF) => object;
  description?: ReactNode;
}

/** Prove who asks: by the signed-in user's present password, and by a one-time code if they have a second factor. */
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
