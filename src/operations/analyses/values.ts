import { round } from '#common/format/decimal.ts';
import type { NutrientBasis, NutrientUnit } from '#contract/nutrient-words.ts';
import type { AnalysisMethod } from '#contract/operations/analyses.ts';
import type { Conventions } from '#contract/words.ts';
import { newId } from '#src/core/api/new-id.ts';
import type { Analysis } from './columns.ts';
import type { ListedNutrient } from './file.ts';
import { convertMeasure, toTypedUnit } from './measures.ts';

/** Decimals of a stored value in the reader's unit. */
const LINE_DECIMALS = 4;

/** A value while it is typed; `key` identifies it. */
export interface ValueValues {
  key: string;
  nutrient: number | null;
  value: number | null;
  unit: NutrientUnit;
  per: NutrientBasis;
  /** The line as it was read with its stored value, which an unchanged line keeps. */
  read?: { value: number; unit: NutrientUnit; shown: number; typed: NutrientUnit };
}

type Units = Conventions['units'];

/** The next nutrient that has no value yet, in the reader's unit. */
export function newValue(values: readonly ValueValues[], known: readonly ListedNutrient[], units: Units): ValueValues {
  const next = known.find(({ id }) => values.every(({ nutrient }) => nutrient !== id));
  return {
    key: newId(),
    nutrient: next?.id ?? null,
    value: null,
    unit: toTypedUnit(next?.unit ?? 'percent', units),
    per: next?.per ?? 'dry',
  };
}

/** A stored value as a line, in the reader's unit. */
function toLine({ nutrient, value, unit, per }: Analysis['values'][number], units: Units): ValueValues {
  const typed = toTypedUnit(unit, units);
  const shown = typed === unit ? value : round(convertMeasure(value, unit, typed), LINE_DECIMALS);
  return { key: newId(), nutrient, value: shown, unit: typed, per, read: { value, unit, shown, typed } };
}

export const analysisValues = (analysis: Analysis | null, today: string, units: Units) => ({
  ingredient: analysis?.ingredient ?? null,
  sampled_on: analysis?.sampled_on ?? today,
  valid_from: (analysis && analysis.valid_from !== analysis.sampled_on ? analysis.valid_from : '') as string,
  lab: analysis?.lab ?? '',
  method: (analysis?.method ?? 'chemistry') as AnalysisMethod,
  lot: analysis?.lot ?? '',
  dry_matter: analysis?.dry_matter ?? null,
  note: analysis?.note ?? '',
  values: (analysis?.values ?? []).map((value) => toLine(value, units)),
  version: analysis?.version,
});
export type AnalysisValues = ReturnType<typeof analysisValues>;

/** A line's value and unit; those that are stored if nothing was typed. */
function toSent({ nutrient, value, unit, per, read }: ValueValues) {
  const isSame = read && value === read.shown && unit === read.typed;
  return {
    nutrient: nutrient ?? undefined,
    value: value ?? undefined,
    unit,
    per,
    ...(isSame ? { value: read.value, unit: read.unit } : {}),
  };
}

/** The request's body. An empty day of validity follows the sampling day. */
export const analysisBody = ({ ingredient, valid_from, values, ...rest }: AnalysisValues) => ({
  ...rest,
  ingredient: ingredient ?? undefined,
  valid_from: valid_from || rest.sampled_on || undefined,
  values: values.map(toSent),
});
