import { storedToken } from '#src/core/api/session.ts';
import { claimsOf } from '#src/core/api/token.ts';

/** Expiry of the stored token in seconds since 1970, from which the key of calibrations is derived; null without a token. */
export function tokenExpiry(token: string | null = storedToken()): number | null {
  if (!token) {
    console.error('No token found');
    return null;
  }
  const { exp } = claimsOf(token);
  if (Number.isSafeInteger(exp)) return exp as number;
  console.error('Invalid token format');
  return null;
}
