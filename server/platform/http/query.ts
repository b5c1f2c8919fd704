import { ApiError, fieldError } from '#server/platform/errors.ts';

/** Max different parameters of one request: more than twice those of any screen. */
const MAX_PARAMETERS = 100;
/** Max repetitions of one parameter: more entries than any list of ids needs. */
const MAX_REPETITIONS = 500;
/** Max letters of a refused parameter's name that the refusal repeats. */
const NAME_SHOWN = 100;

const tooMany = (name: string, limit: number) =>
  new ApiError(400, { [name.slice(0, NAME_SHOWN) || 'detail']: [fieldError('too_large', { limit })] });

/** The parameters of an address, parsed in linear time; 400 at the parameter beyond the limits. A repeated parameter is a list. */
export function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const query = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const known = query.get(name);
    if (known === undefined) {
      if (query.size >= MAX_PARAMETERS) throw tooMany(name, MAX_PARAMETERS);
      query.set(name, value);
    } else if (Array.isArray(known)) {
      if (known.length >= MAX_REPETITIONS) throw tooMany(name, MAX_REPETITIONS);
      known.push(value);
    } else query.set(name, [known, value]);
  }
  return Object.fromEntries(query);
}
