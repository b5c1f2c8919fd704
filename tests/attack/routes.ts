import { z } from 'zod';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { reportsEndpoints } from '#server/reports/index.ts';

/** All routes, from the list that the server is made of. */
export const ROUTES: readonly Endpoint[] = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints];
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
/** The resource of a path's row. */
export const resourceOf = ({ path }: Endpoint) => path.split('/{id}')[0] ?? '';

export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  multipleOf?: number;
  pattern?: string;
  additionalProperties?: Schema | boolean;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

const read = new Map<z.ZodType, Schema>();
/** The schema of a body or a query. */
export function schemaOf(type: z.ZodType): Schema {
  const known = read.get(type) ?? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema);
  read.set(type, known);
  return known.$ref ? (known.$defs?.[known.$ref.split('/').at(-1) ?? ''] ?? known) : known;
}

export const fieldsOf = (type: z.ZodType | undefined): Record<string, Schema> => (type ? (schemaOf(type).properties ?? {}) : {});

/** The names of all fields of a body, at any depth. */
export function wordsOf({ properties = {}, items, anyOf = [], oneOf = [] }: Schema): string[] {
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf];
  return [...new Set([...Object.keys(properties), ...inner.flatMap(wordsOf)])];
}
