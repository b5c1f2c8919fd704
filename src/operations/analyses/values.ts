import type { NutrientBasis, NutrientUnit } from '#contract/nutrient-words.ts';
import type { AnalysisMethod } from '#contract/operations/analyses.ts';
import { newId } from '#src/core/api/new-id.ts';
import type { Analysis } from './columns.ts';
import type { ListedNutrient } from './file.ts';

/** A value while it is typed; `key` identifies it. */
export interface ValueValues {
  key: string;
  nutrient: number | null;
  value: number | null;
  unit: NutrientUnit;
  per: NutrientBasis;
}

/** The next nutrient that has no value yet, in its own unit. */
export function newValue(values: readonly ValueValues[], known: readonly ListedNutrient[]): ValueValues {
  const next = known.find(({ id }) => values.every(({ nutrient }) => nutrient !== id));
  return { key: newId(), nutrient: next?.id ?? null, value: null, unit: next?.unit ?? 'percent', per: next?.per ?? 'dry' };
}

export const analysisValues = (analysis: Analysis | null, today: string) => ({
  ingredient: analysis?.ingredient ?? null,
  sampled_on: analysis?.sampled_on ?? today,
  valid_from: (analysis && analysis.valid_from !== analysis.sampled_on ? analysis.valid_from : '') as string,
  lab: analysis?.lab ?? '',
  method: (analysis?.method ?? 'chemistry') as AnalysisMethod,
  lot: analysis?.lot ?? '',
  dry_matter: analysis?.dry_matter ?? null,
  note: analysis?.note ?? '',
  values: (analysis?.values ?? []).map(({ nutrient, value, unit, per }): ValueValues => ({ key: newId(), nutrient, value, unit, per })),
  version: analysis?.version,
});
export type AnalysisValues = ReturnType<typeof analysisValues>;

/** The request's body. An empty day of validity follows the sampling day. */
export const analysisBody = ({ ingredient, valid_from, values, ...rest }: AnalysisValues) => ({
  ...rest,
  ingredient: ingredient ?? undefined,
  valid_from: valid_from || rest.sampled_on || undefined,
  values: values.map(({ nutrient, value, unit, per }) => ({ nutrient: nutrient ?? undefined, value: value ?? undefined, unit, per })),
});
