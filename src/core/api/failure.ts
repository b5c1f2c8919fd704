import type { FieldError } from '#contract/errors.ts';

const FALLBACK: Record<number, [code: string, message: string]> = {
  401: ['not_signed_in', 'Sign in first'],
  403: ['not_permitted', 'No rights for this'],
  404: ['not_found', 'Not found'],
  413: ['too_large_body', 'The request is too large'],
  429: ['too_many_attempts', 'Too many attempts'],
};

/** The errors of a failed answer. A body of another form (a proxy's page) also gives a displayable error. */
export function failureErrors(body: unknown, status: number): Record<string, FieldError[]> {
  if (typeof body === 'object' && body !== null && 'errors' in body && typeof body.errors === 'object' && body.errors !== null) {
    return body.errors as Record<string, FieldError[]>;
  }
  const [code, message] = FALLBACK[status] ?? ['invalid_format', `HTTP ${status}`];
  return { detail: [{ code, message }] };
}
