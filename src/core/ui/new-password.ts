import type { TFunction } from 'i18next';
import { SHORTEST_PASSWORD } from '#contract/password-length.ts';

/** What is wrong with a new password and its repetition, by field; the server checks again. */
export function checkNewPassword(
  t: TFunction,
  password: string,
  repeat: string,
): Partial<Record<'new_password' | 'repeat_password', string>> {
  if (password.length < SHORTEST_PASSWORD) return { new_password: t('core:errors.password_short', { limit: SHORTEST_PASSWORD }) };
  if (/^\d+$/.test(password)) return { new_password: t('core:errors.password_numeric') };
  if (password !== repeat) return { repeat_password: t('core:errors.passwords_differ') };
  return {};
}
