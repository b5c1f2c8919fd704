/** The unverified claims of a token; only the server can verify them. Empty if unreadable. */
export function claimsOf(token: string | null): { exp?: unknown; own?: unknown } {
  try {
    const [, payload = ''] = (token ?? '').split('.');
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
}
