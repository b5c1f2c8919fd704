import type { z } from 'zod';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import type { Answer, Caller } from '#tests/support/api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a row of any resource
export type Row = Record<string, any>;

/** One call of an endpoint: what stands in the path for `{id}` and other names, and the body. */
export interface Attempt {
  id?: number;
  names?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Other callers than the owner are named by the case. */
  as?: Caller;
}

/** What a case may aim at: a client whose farm has closed a month. Days are the farm's. */
export interface Books {
  owner: Caller;
  /** Whoever runs the installation. */
  root: Caller;
  client: number;
  farm: number;
  /** Another farm of the company, whose books are open; both use `sharedStore`. */
  neighbour: number;
  sharedStore: number;
  month: string;
  /** By the clock of the farm. */
  today: string;
  /** A day before the month, of it and after it. */
  days: readonly [before: string, within: string, after: string];
  /** Rows of a resource's list, `path` as the API has it. */
  rows(path: string, query?: string): Promise<Row[]>;
  /** What the calls so far have deleted, by the resource's path. */
  removed: Map<string, number[]>;
}

export type Case = (books: Books, endpoint: Endpoint) => Promise<Attempt[]>;

/** Where a resource's list is, after its path. */
export const LISTS = ['', '/list', '/dashboard'];
const DATED = /^\d{4}-\d{2}-\d{2}/;
const shapeOf = (endpoint: Endpoint): Record<string, z.ZodType> => {
  const { body } = endpoint;
  return body && 'shape' in body ? (body.shape as Record<string, z.ZodType>) : {};
};
const dayOf = (row: Row): string | undefined => Object.values(row).find((value) => typeof value === 'string' && DATED.test(value));

/** Rows to aim at: of each farm the first and last, and of dated rows those about the end of the month. */
function aims(books: Books, rows: readonly Row[]): Row[] {
  const own = rows.filter((row) => row.farm === undefined || row.farm === null || row.farm === books.farm || row.farm === books.neighbour);
  const dated = own.filter((row) => dayOf(row) !== undefined).toSorted((a, b) => (dayOf(a) ?? '').localeCompare(dayOf(b) ?? ''));
  const within = dated.filter((row) => dayOf(row)?.startsWith(books.month));
  const after = dated.filter((row) => (dayOf(row) ?? '') > `${books.month}-31`);
  return [...new Set([own[0], own.at(-1), within[0], within.at(-1), after[0]])].filter((row) => row !== undefined);
}

/** Another value for a field of a row. */
function changed(field: string, value: unknown, rows: readonly Row[], row: Row): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') {
    const isId = `${field}_name` in row;
    if (!isId) return [value + 1, Math.max(0, Math.round(value * 50) / 100)];
    const other = rows.find((one) => one[field] != null && one[field] !== value && (field === 'farm' || one.farm === row.farm));
    return other ? [other[field]] : [];
  }
  if (Array.isArray(value)) return value.length > 1 ? [value.slice(1), value.toReversed()] : [];
  return typeof value === 'string' && !DATED.test(value) ? [`${value} x`.slice(0, 60)] : [];
}

const onDay = (value: string, day: string) => `${day}${value.slice(10)}`;

/** The row as a body of the endpoint, its dates on another day. */
function copied(endpoint: Endpoint, row: Row, day: string): Row {
  const shape = shapeOf(endpoint);
  return Object.fromEntries(
    Object.entries(row).flatMap(([field, value]) => {
      if (!(field in shape) || field === 'version') return [];
      if (typeof value === 'string' && DATED.test(value)) return [[field, onDay(value, day)]];
      // Parts of a copy are new.
      if (Array.isArray(value))
        return [[field, value.map((part) => (part && typeof part === 'object' ? { ...part, id: undefined } : part))]];
      return [[field, ['name', 'what'].includes(field) ? `${value} ${day}` : value]];
    }),
  );
}

const listAt = (endpoint: Endpoint) => endpoint.path.slice(1).replace(/\/(\{id\}.*|import)$/, '');

/** A change of each field by itself, and of each date to the days about the month. */
const change: Case = async (books, endpoint) => {
  const rows = await books.rows(listAt(endpoint));
  const fields = Object.keys(shapeOf(endpoint)).filter((field) => field !== 'version');
  return aims(books, rows).flatMap((row) =>
    fields.flatMap((field) => {
      const value = row[field];
      const values =
        typeof value === 'string' && DATED.test(value) ? books.days.map((day) => onDay(value, day)) : changed(field, value, rows, row);
      return values.map((one) => ({ id: row.id as number, body: { [field]: one } }));
    }),
  );
};

const byRow =
  (body: unknown): Case =>
  async (books, endpoint) =>
    aims(books, await books.rows(listAt(endpoint))).map((row) => ({ id: row.id as number, body }));

/** What the calls before have deleted. */
const restore: Case = async (books, endpoint) => (books.removed.get(listAt(endpoint)) ?? []).map((id) => ({ id, body: {} }));

/** Another row of the same farm takes the place of each. */
const replace: Case = async (books, endpoint) => {
  const rows = await books.rows(listAt(endpoint));
  return aims(books, rows)
    .slice(0, 2)
    .flatMap((row) => {
      const other = rows.find((one) => one.id !== row.id && one.farm === row.farm);
      return other ? [{ id: row.id as number, body: { by: other.id } }] : [];
    });
};

/** A copy of a row on each of the days about the month. */
const add: Case = async (books, endpoint) => {
  const rows = aims(books, await books.rows(listAt(endpoint)));
  return rows.slice(0, 3).flatMap((row) => books.days.map((day) => ({ body: copied(endpoint, row, day) })));
};

/** A file of copies; the fields are those of the resource that the path names. */
const bring =
  (creates: Endpoint | undefined): Case =>
  async (books, endpoint) => {
    const rows = aims(books, await books.rows(listAt(endpoint)));
    return rows.slice(0, 3).flatMap((row) => [
      ...books.days.map((day) => ({
        body: { farm: row.farm ?? books.farm, rows: [creates ? copied(creates, row, day) : { ...row, id: undefined }] },
      })),
      ...Object.entries(row).flatMap(([field, value]) =>
        creates && field in shapeOf(creates) && typeof value === 'number' && !(`${field}_name` in row)
          ? [{ body: { farm: row.farm ?? books.farm, rows: [{ id: row.id, [field]: value + 1 }] } }]
          : [],
      ),
    ]);
  };

/** Choices for the columns of a file. */
const chooseColumns: Case = async () => [{ body: { headings: ['Date'], choices: { Date: { field: null } } } }];

/** The case of an endpoint that follows one of the patterns of resources; undefined if it follows none. */
export function caseOfPattern(endpoint: Endpoint, endpoints: readonly Endpoint[]): Case | undefined {
  const { method, path } = endpoint;
  if (method === 'put' && path.endsWith('/import/columns')) return chooseColumns;
  const lists = (at: string) => endpoints.some((one) => one.method === 'get' && LISTS.some((suffix) => one.path === at + suffix));
  const base = path.replace(/\/(\{id\}.*|import)$/, '');
  if (!lists(base)) return undefined;
  if (method === 'put' && path === `${base}/{id}`) return change;
  if (method === 'delete' && path === `${base}/{id}`) return byRow(undefined);
  if (method === 'post' && path === `${base}/{id}/restore`) return restore;
  if (method === 'post' && path === `${base}/{id}/replace`) return replace;
  if ((method === 'post' || method === 'put') && path === base) return add;
  if (method === 'post' && path === `${base}/import`) return bring(endpoints.find((one) => one.method === 'post' && one.path === base));
  return undefined;
}

/** Calls an endpoint. Names in the path that the attempt doesn't give become a word. */
export async function call(books: Books, endpoint: Endpoint, { id, names, body, as }: Attempt): Promise<Answer<unknown>> {
  const caller = as ?? (endpoint.scope === 'client' ? books.owner : books.root);
  const at = `${endpoint.path
    .slice(1)
    .replace('{id}', String(id ?? 1_999_999_999))
    .replace(/\{(\w+)\}/g, (_, name: string) => names?.[name] ?? 'x')}/`;
  if (endpoint.method === 'delete') {
    const answer = await caller.delete(at);
    if (answer.status === 204 && id) books.removed.set(listAt(endpoint), [...(books.removed.get(listAt(endpoint)) ?? []), id]);
    return answer;
  }
  return endpoint.method === 'put' ? caller.put(at, body ?? {}) : caller.post(at, body ?? {});
}

/** The refusal names a month: `2026-10`. */
export const namesMonth = (answer: Answer<unknown>): boolean =>
  Object.values(answer.errors ?? {})
    .flat()
    .some(({ code, values }) => code === 'month_closed' && /^\d{4}-\d{2}$/.test(values?.[0] ?? ''));
