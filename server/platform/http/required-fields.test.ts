import { describe, expect } from 'vitest';
import { z } from 'zod';
import { ERROR_CODES } from '#contract/errors.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import type { Answer, Caller } from '#tests/support/api.ts';
import { fillClient } from '#tests/support/every-row.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import type { Endpoint } from './endpoint.ts';

/** Excludes imports, whose rows may name references instead of ids. */
const creates = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints].filter(
  ({ method, body, path }) => method === 'post' && body instanceof z.ZodObject && !path.endsWith('/import'),
);
type Body = Record<string, unknown>;

let callers: Record<Endpoint['scope'], Caller>;
/** A row of each resource by its path. */
const rows = new Map<string, { id: number }>();
const rowAt = (path: string): number => rows.get(path)?.id ?? 1;

test.beforeAll(async ({ api }) => {
  const client = await makeClient(api);
  await fillClient(client, (path, row) => rows.set(path, row as { id: number }));
  const { caller: root } = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  callers = { public: api.nobody, account: root, client: client.owner };
});

/** The id for a field's name. `company` and `type` depend on the address. */
function idFor(path: string, field: string): number {
  const places: Record<string, string> = {
    animal_type: '/manager/animaltypes',
    animalfeed_recipe: '/manager/recipes',
    company: /deliver|order/.test(path) ? '/manager/deliveries/companies' : '/manager/companies',
    loading: '/schedule/loadings',
    saved: '/report/additional',
    blank: '/report/additional',
    type: '/manager/ingtedienttypes',
    by: path.replace(/\/\{id\}.*/, ''),
  };
  return rowAt(places[field] ?? `/manager/${field}s`);
}

let count = 0;
/** A value that the field's schema accepts. */
function valueFor(path: string, name: string, schema: z.ZodType): unknown {
  count += 1;
  const takes = (value: unknown) => schema.safeParse(value).success;
  const simple = [
    idFor(path, name),
    1,
    0,
    true,
    '2026-03-10',
    '2026-03',
    '06:00',
    '2026-03-10T06:00:00Z',
    `x${count}@farm.example`,
    'oats 4 8',
    'x',
  ];
  const found = simple.find(takes);
  if (found !== undefined) return found;
  const inner = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  if (inner instanceof z.ZodEnum) return inner.options[0];
  if (inner instanceof z.ZodUnion) return valueFor(path, name, inner.options[0] as z.ZodType);
  if (inner instanceof z.ZodArray) return [valueFor(path, name, inner.element as z.ZodType)];
  if (inner instanceof z.ZodObject) return buildBody(path, inner, namesIn(inner));
  return takes({}) ? {} : 'x';
}

const getField = (schema: z.ZodObject, name: string) => schema.shape[name] as z.ZodType;
const namesIn = (schema: z.ZodObject) => Object.keys(schema.shape).filter((name) => !getField(schema, name).safeParse(undefined).success);
const buildBody = (path: string, schema: z.ZodObject, names: readonly string[]): Body =>
  Object.fromEntries(names.map((name) => [name, valueFor(path, name, getField(schema, name))]));

/** The fields of an object at `place` that an answer names as required. */
const requiredBy = ({ errors }: Answer<unknown>, place: string, object: z.ZodObject): string[] =>
  Object.keys(object.shape).filter((name) => errors?.[`${place}${name}`]?.some(({ code }) => code === ERROR_CODES.required));

/** The objects of a body: the body itself, and one entry of each list of objects. */
function objectsIn(schema: z.ZodObject): { place: string; object: z.ZodObject; around: (inner: Body) => Body }[] {
  const lists = Object.keys(schema.shape).flatMap((name) => {
    const field = getField(schema, name);
    const list = field instanceof z.ZodDefault || field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field;
    return list instanceof z.ZodArray && list.element instanceof z.ZodObject ? [{ name, object: list.element as z.ZodObject }] : [];
  });
  return [
    { place: '', object: schema, around: (inner) => inner },
    ...lists.map(({ name, object }) => ({ place: `${name}.0.`, object, around: (inner: Body) => ({ [name]: [inner] }) })),
  ];
}

describe('an endpoint that makes something', () => {
  test.for(creates.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s names all that is missing in one answer',
    async ([path, endpoint]) => {
      const schema = endpoint.body as z.ZodObject;
      const id = String(rowAt(path.replace(/\/\{id\}.*/, '')));
      const at = path
        .slice(1)
        .replace('{id}', id)
        .replace(/\{\w+\}/g, 'x');
      for (const { place, object, around } of objectsIn(schema)) {
        // Fields around a list's entry are complete, so that only the entry is missing.
        const whole = place ? buildBody(path, schema, namesIn(schema)) : {};
        const send = (inner: Body) => callers[endpoint.scope].post<unknown>(`${at}/`, { ...whole, ...around(inner) });
        const missing = requiredBy(await send({}), place, object);
        expect(missing).toEqual(expect.arrayContaining(namesIn(object)));
        const half = missing.filter((_, index) => index % 2 === 1);
        const others = missing.filter((name) => !half.includes(name));
        expect(requiredBy(await send(buildBody(path, object, half)), place, object)).toEqual(expect.arrayContaining(others));
        // With all these fields, no further one is missing.
        const answer = await send(buildBody(path, object, missing));
        expect([place, requiredBy(answer, place, object).filter((name) => !missing.includes(name)), answer.status < 500]).toEqual([
          place,
          [],
          true,
        ]);
      }
    },
  );
});
