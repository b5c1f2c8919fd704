import type { TFunction } from 'i18next';
import { SHORTEST_PASSWORD } from '#contract/password-length.ts';
import { session } from '#src/core/api/session.ts';

/** Minimum length of a new password, in characters, by the sign-in rules that apply to this user, if known. */
export const passwordLength = (): number => session.get().me?.password_length ?? SHORTEST_PASSWORD;

/** Errors of a new password and its repetition, by field; the server checks again. `limit` is the password's minimum length. */
export function checkNewPassword(
  t: TFunction,
  password: string,
  repeat: string,
  limit: number = passwordLength(),
): Partial<Record<'new_password' | 'repeat_password', string>> {
  if (password.length < limit) return { new_password: t('core:errors.password_short', { limit }) };
  if (/^\d+$/.test(password)) return { new_password: t('core:errors.password_numeric') };
  if (password !== repeat) return { repeat_password: t('core:errors.passwords_differ') };
  return {};
}
