export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Readonly<Record<string, QueryValue>>;

const omitted = (value: QueryValue) => value === undefined || value === null || value === '' || value === 'null' || String(value) === '-1';

/** Lists are comma-separated; `-1`, `null` and empty values are omitted. */
export function queryString(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.filter((part) => !omitted(part)).join(',') : value;
    if (!omitted(text as QueryValue)) params.set(key, String(text));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}
