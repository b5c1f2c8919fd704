import type { z } from 'zod';
import type { FieldError } from '#contract/errors.ts';
import { one, type Resource } from '#contract/resource.ts';
import { ApiError } from '#server/platform/errors.ts';
import { findUnknownKeys } from '#server/platform/http/unknown-keys.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import type { Importable } from './importable.ts';

/** Fields that refer to a row, and nested lists whose parts do. */
interface Named {
  references: readonly string[];
  parts?: Importable['parts'];
}

/** 400 for a file whose rows have a field unknown to the resource; the error contains the field and the nearest known one. */
export function demandKnownFields(
  { create, row }: Pick<Resource, 'create' | 'row'>,
  { references, parts = [] }: Named,
  raws: readonly AnyRow[],
): void {
  const named = new Set(['id', 'farm', 'version', 'farm_name', ...references.map((field) => `${field}_name`)]);
  const namedParts = new Set(parts.flatMap(({ field, references: of = {} }) => Object.keys(of).map((name) => `${field}.${name}_name`)));
  const answer = answers.get(row) ?? one(row);
  answers.set(row, answer);
  const errors: Record<string, FieldError[]> = {};
  for (const [at, raw] of raws.entries()) {
    for (const [path, found] of Object.entries(findUnknownKeys(create, answer, raw))) {
      if (!named.has(path) && !namedParts.has(path.replace(/\.\d+\./, '.'))) errors[`rows.${at}.${path}`] = found;
    }
    if (Object.keys(errors).length >= MAX_ERRORS) break;
  }
  if (Object.keys(errors).length > 0) throw new ApiError(400, errors);
}

/** Schemas of the rows in answers, created once per resource. */
const answers = new WeakMap<z.ZodType, z.ZodType>();

/** A misspelt column occurs in every row, so the number of errors is limited. */
const MAX_ERRORS = 100;
