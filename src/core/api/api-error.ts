import type { FieldError } from '#contract/errors.ts';

/** Code of a failure without an answer. */
export const OFFLINE = 'offline';
export const TIME_OUT = 'time_out';

/** A failed request; `status` is 0 without an answer (offline, time-out). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly errors: Record<string, FieldError[]>;
  /** True for a write, false for a read. */
  readonly changing: boolean;

  constructor(status: number, errors: Record<string, FieldError[]>, changing = false) {
    super(Object.values(errors).flat()[0]?.message ?? `HTTP ${status}`);
    this.status = status;
    this.errors = errors;
    this.changing = changing;
  }

  has(code: FieldError['code']): boolean {
    return Object.values(this.errors).some((list) => list.some((error) => error.code === code));
  }
}

/** A failure without an answer, as an `ApiError`. */
export function failure(status: number, code: string, message: string): ApiError {
  return new ApiError(status, { detail: [{ code, message }] });
}
