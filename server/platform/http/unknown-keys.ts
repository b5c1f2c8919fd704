import { z } from 'zod';
import type { FieldError } from '#contract/errors.ts';
import { fieldError } from '#server/platform/errors.ts';

/** Max errors of one body. More would only fill the answer. */
const MAX_UNKNOWN = 50;

/** The fields and items that a schema accepts at one place. */
interface Accepted {
  /** null if any field is accepted. */
  fields: Map<string, z.ZodType[]> | null;
  items: z.ZodType[];
  /** The schemas of fields of any name. */
  values: z.ZodType[];
}

const known = new WeakMap<z.ZodType, Accepted>();

function accepts(schema: z.ZodType): Accepted {
  let accepted = known.get(schema);
  if (!accepted) {
    accepted = readSchema(schema);
    known.set(schema, accepted);
  }
  return accepted;
}

function readSchema(schema: z.ZodType): Accepted {
  if (schema instanceof z.ZodObject) {
    const isOpen = schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever);
    return {
      fields: isOpen ? null : new Map(Object.entries(schema.shape).map(([name, field]) => [name, [field as z.ZodType]])),
      items: [],
      values: [],
    };
  }
  if (schema instanceof z.ZodRecord) return { fields: null, items: [], values: [schema.valueType as z.ZodType] };
  if (schema instanceof z.ZodArray) return { fields: new Map(), items: [schema.element as z.ZodType], values: [] };
  if (schema instanceof z.ZodTuple) return { fields: new Map(), items: schema.def.items as z.ZodType[], values: [] };
  if (schema instanceof z.ZodUnion) return merge((schema.options as z.ZodType[]).map(accepts));
  if (schema instanceof z.ZodIntersection) return merge([schema.def.left, schema.def.right].map((side) => accepts(side as z.ZodType)));
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return accepts(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodPipe) return accepts(schema.in as z.ZodType);
  if (schema instanceof z.ZodLazy) return accepts(schema.unwrap() as z.ZodType);
  // Values of any form accept every field.
  return { fields: isLeaf(schema) ? new Map() : null, items: [], values: [] };
}

const isLeaf = (schema: z.ZodType) => !(schema instanceof z.ZodAny || schema instanceof z.ZodUnknown);

function merge(all: readonly Accepted[]): Accepted {
  const fields = new Map<string, z.ZodType[]>();
  for (const one of all) for (const [name, schemas] of one.fields ?? []) fields.set(name, [...(fields.get(name) ?? []), ...schemas]);
  return {
    fields: all.some((one) => one.fields === null) ? null : fields,
    items: all.flatMap(({ items }) => items),
    values: all.flatMap(({ values }) => values),
  };
}

/** The row in an answer's envelope, because clients send received rows back. */
const rowIn = (response: z.ZodType | undefined): z.ZodType[] => {
  const data = response instanceof z.ZodObject ? (response.shape.data as z.ZodType | undefined) : undefined;
  return data === undefined ? [] : data instanceof z.ZodArray ? [data.element as z.ZodType] : [data];
};

const mergedAccepted = new WeakMap<readonly z.ZodType[], Accepted>();

/** The union of what the schemas accept. Cached by list of schemas, because files have ten thousand rows. */
function acceptAny(schemas: readonly z.ZodType[]): Accepted {
  let accepted = mergedAccepted.get(schemas);
  if (!accepted) {
    accepted = merge(schemas.map(accepts));
    mergedAccepted.set(schemas, accepted);
  }
  return accepted;
}

const roots = new WeakMap<z.ZodType, Map<z.ZodType | undefined, z.ZodType[]>>();

function rootSchemas(body: z.ZodType, response: z.ZodType | undefined): readonly z.ZodType[] {
  const known = roots.get(body) ?? new Map<z.ZodType | undefined, z.ZodType[]>();
  roots.set(body, known);
  const schemas = known.get(response) ?? [body, ...rowIn(response)];
  known.set(response, schemas);
  return schemas;
}

/** Returns an error at each field of a body that neither the body's schema nor the answer's has, with the nearest known field. */
export function findUnknownKeys(body: z.ZodType, response: z.ZodType | undefined, input: unknown): Record<string, FieldError[]> {
  const errors: Record<string, FieldError[]> = {};
  const visit = (value: unknown, schemas: readonly z.ZodType[], path: string): void => {
    if (typeof value !== 'object' || value === null || Object.keys(errors).length >= MAX_UNKNOWN) return;
    const accepted = acceptAny(schemas);
    if (!Array.isArray(value) && isUnchecked(accepted, path)) return;
    for (const [name, item] of Object.entries(value)) {
      const within = schemasWithin(accepted, name, Array.isArray(value));
      if (within) visit(item, within, `${path}${name}.`);
      else errors[`${path}${name}`] = [unknownField(name, [...(accepted.fields?.keys() ?? [])])];
    }
  };
  visit(input, rootSchemas(body, response), '');
  return errors;
}

/** True for objects with any fields, and for values of the wrong type, which the schema itself reports. */
const isUnchecked = ({ fields, values }: Accepted, path: string): boolean =>
  fields === null ? values.length === 0 : fields.size === 0 && path !== '';

/** The schemas of an entry of a list or an object; undefined for an unknown field. */
function schemasWithin({ fields, items, values }: Accepted, name: string, isList: boolean): readonly z.ZodType[] | undefined {
  if (isList) return items;
  return fields === null ? values : fields.get(name);
}

/** The error of an unknown field, with the nearest known name. */
function unknownField(name: string, names: readonly string[]): FieldError {
  const nearest = findNearest(name, names);
  return fieldError('unknown_field', nearest === undefined ? {} : { values: [nearest] });
}

/** Returns the name with the fewest edits, at most a third of the letters; undefined if none is near. */
function findNearest(name: string, names: readonly string[]): string | undefined {
  const given = name.slice(0, MAX_COMPARED).toLowerCase();
  const known = names
    .map((one) => ({ one, distance: distanceBetween(given, one.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [first] = known;
  if (first && first.distance <= Math.max(2, given.length / 3)) return first.one;
  // `delivered_on` for `delivered_at`: the same first word.
  const [word = ''] = given.split('_');
  return word.length > 2 ? names.find((one) => one.split('_')[0] === word) : undefined;
}

const MAX_COMPARED = 60;

/** The least number of insertions, deletions and replacements between two texts. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
