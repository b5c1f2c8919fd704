import type { FieldError } from '#contract/errors.ts';

/** What went wrong before any answer came. */
export const OFFLINE = 'offline';
export const TIME_OUT = 'time_out';

/** A request that failed: `status` 0 when no answer came (offline, time-out). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly errors: Record<string, FieldError[]>;
  /** Something was to be changed; otherwise it was only to be seen. */
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

/** A failure without an answer, in the shape of one. */
export function failure(status: number, code: string, message: string): ApiError {
  return new ApiError(status, { detail: [{ code, message }] });
}
