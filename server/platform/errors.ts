import type { z } from 'zod';
import {
  ERROR_CODES,
  ERROR_MESSAGES,
  type ErrorName,
  type Failure,
  type FieldError,
  textOfUnique,
  UNIQUE_MESSAGES,
  type Use,
} from '#contract/errors.ts';

export interface Extra {
  limit?: number | string;
  values?: string[];
  uses?: Use[];
  elsewhere?: number;
}

/** A refusal for the caller: an HTTP status, and the error of each field. */
export class ApiError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429 | 503;
  readonly errors: Failure['errors'];

  constructor(status: ApiError['status'], found: Failure['errors']) {
    const errors = Object.fromEntries(Object.entries(found).map(([field, all]) => [field, all.map((error) => wordUnique(field, error))]));
    super(
      Object.entries(errors)
        .map(([field, [first]]) => `${field}: ${first?.message}`)
        .join('; '),
    );
    this.status = status;
    this.errors = errors;
  }
}

/** The error with a message that mentions a name only at a name. */
function wordUnique(field: string, error: FieldError): FieldError {
  const text = textOfUnique(field);
  if (error.code !== ERROR_CODES.not_unique || text === 'not_unique') return error;
  return { ...error, message: error.message.replace(ERROR_MESSAGES.not_unique, UNIQUE_MESSAGES[text]) };
}

/** An entry of the code table with its English text. */
export function fieldError(name: ErrorName, extra: Extra = {}): FieldError {
  const message = ERROR_MESSAGES[name].replace('{limit}', String(extra.limit ?? ''));
  const places = [...(extra.values ?? []), ...(extra.elsewhere ? [`${extra.elsewhere} elsewhere`] : [])];
  return { code: ERROR_CODES[name], message: places.length > 0 ? `${message}: ${places.join(', ')}` : message, ...extra };
}

/** 400 at one field (`detail` for the whole request). */
export const invalid = (field: string, name: ErrorName, extra?: Extra) => new ApiError(400, { [field]: [fieldError(name, extra)] });
/** 400 at the field unless every id has a row. `*` in the field becomes the position of the id in the list. */
export function demandFound(ids: readonly number[], found: readonly { id: number }[], field: string): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing !== -1) throw invalid(field.replace('*', String(missing)), 'invalid_value');
}

/** 409: the state does not allow it. */
export const conflict = (name: ErrorName, extra?: Extra, field = 'detail') => new ApiError(409, { [field]: [fieldError(name, extra)] });
export const notFound = () => new ApiError(404, { detail: [fieldError('not_found')] });
export const notPermitted = () => new ApiError(403, { detail: [fieldError('not_permitted')] });
export const notSignedIn = () => new ApiError(401, { detail: [fieldError('not_signed_in')] });

/** zod's errors in terms of the code table. `input` distinguishes a missing field from a wrong one. */
export function fromZod(error: z.ZodError, input: unknown): ApiError {
  const errors: Failure['errors'] = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || 'detail';
    errors[field] ??= [];
    errors[field].push(fromIssue(issue, valueAt(input, issue.path)));
  }
  return new ApiError(400, errors);
}

function fromIssue(issue: z.core.$ZodIssue, value: unknown): FieldError {
  // A schema may name an entry of the code table as its message.
  if (issue.message in ERROR_CODES) {
    const limit = 'minimum' in issue ? Number(issue.minimum) : undefined;
    return fieldError(issue.message as ErrorName, limit === undefined ? {} : { limit });
  }
  switch (issue.code) {
    case 'invalid_type':
      return fieldError(value === undefined ? 'required' : value === null ? 'null' : 'invalid_format');
    case 'too_small':
      return fromTooSmall(issue);
    case 'too_big':
      return fieldError(issue.origin === 'string' ? 'too_long' : 'too_large', { limit: Number(issue.maximum) });
    case 'invalid_value':
    case 'invalid_union':
    case 'custom':
      return fieldError(value === undefined ? 'required' : 'invalid_value');
    default:
      return fieldError('invalid_format');
  }
}

function fromTooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): FieldError {
  const limit = Number(minimum);
  if (origin !== 'number' && origin !== 'int') return limit <= 1 ? fieldError('blank') : fieldError('wrong_length', { limit });
  return limit === 0 && inclusive ? fieldError('negative') : fieldError('min_val', { limit });
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    // A list in a query string is one text, although the path continues into it.
    if (typeof value !== 'object' || value === null) return value;
    value = Reflect.get(value, key);
  }
  return value;
}

/** An error with a code: of PostgreSQL, or of Node. */
interface CodedError {
  code: string;
  constraint?: string;
  detail?: string;
}
const isCoded = (error: unknown): error is Error & CodedError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
]);
const LOST = /^Connection terminated|^timeout exceeded when trying to connect|connection error and is not queryable/;
/** Retry delay in seconds for a database that is away. */
const AWAY_SECONDS = 5;

/** True if the database is away, accepts no more connections, or takes no writes (a standby). */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error && (LOST.test(error.message) || (isCoded(error) && (AWAY.has(error.code) || error.code.startsWith('08'))));

/**
 * Codes for a lack of disk, memory or open files: in the database (class 53 of SQLSTATE; 58030 if the disk fails), or at the server's own
 * files.
 */
const OUT_OF_ROOM = new Set(['53000', '53100', '53200', '53400', '58030', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EIO']);
/** Retry delay in seconds: somebody has to make room first. */
const ROOM_SECONDS = 60;

/** True if the server or its database has no room left, which an operator has to change. */
export const isOutOfRoom = (error: unknown): boolean => isCoded(error) && OUT_OF_ROOM.has(error.code);

/**
 * The refusal for an error of a constraint, or of a database or disk that can't serve now; undefined for a fault of the program. Unique
 * indexes are named `<table>_<field>`.
 */
export function refusalOf(error: unknown): ApiError | undefined {
  if (isOutOfRoom(error)) return new ApiError(503, { detail: [fieldError('out_of_room', { limit: ROOM_SECONDS })] });
  if (isDatabaseAway(error)) return new ApiError(503, { detail: [fieldError('database_away', { limit: AWAY_SECONDS })] });
  if (!isCoded(error)) return undefined;
  switch (error.code) {
    case '23505': {
      if (error.constraint === 'account_email') return invalid('email', 'email_taken');
      if (error.constraint === 'client_company_name') return invalid('company_name', 'not_unique');
      if (error.constraint === 'ingredient_in_stock') return invalid('type', 'ingredient_in_stock');
      return invalid(
        /_(name|phone|date|day|done_at|at|farm|from|what|rule|ingredient)$/.exec(error.constraint ?? '')?.[1] ?? 'detail',
        'not_unique',
      );
    }
    case '23503': // no such row to refer to
    case '22007': // no such date or time
    case '22008':
    case '22021': // a sign that no text may hold
    case '22P05':
      return invalid('detail', 'invalid_value');
    case '22003':
      return invalid('detail', 'too_large', { limit: 99_999_999 });
    case 'MN003':
      return conflict('month_closed', { values: error.detail?.split('\n') ?? [] });
    case 'MN004':
      return conflict('before_opening', { values: error.detail?.split('\n') ?? [] });
    // The statement was retried a few times, and other transactions kept the needed locks each time.
    case '40001':
    case '40P01':
    case '57014':
      return new ApiError(503, { detail: [fieldError('time_out')] });
    default:
      return undefined;
  }
}

/** True if another account has this email or phone. */
export const isTakenLogin = (error: unknown) =>
  isCoded(error) && (error.constraint === 'account_email' || error.constraint === 'account_phone');

/** True for a time zone that the database doesn't know. */
export const isUnknownZone = (error: unknown) => isCoded(error) && error.code === '22023';
