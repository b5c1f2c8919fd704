import { storedToken } from '../api/session.ts';

/** Seconds since 1970 at which the stored token ends: what calibrations are encrypted with. null when there is none to be had. */
export function tokenExpiry(token: string | null = storedToken()): number | null {
  if (!token) {
    console.error('No token found');
    return null;
  }
  try {
    const [, payload = ''] = token.split('.');
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    if (Number.isSafeInteger(exp)) return exp as number;
  } catch {
    // Told below, like every other token that doesn't say when it ends.
  }
  console.error('Invalid token format');
  return null;
}
