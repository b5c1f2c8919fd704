import { storedToken } from '#src/core/api/session.ts';
import { claimsOf } from '#src/core/api/token.ts';

/** Seconds since 1970 at which the stored token ends: what calibrations are encrypted with. null when there is none to be had. */
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
