import type { Intake, IntakeEquation } from '#contract/intake.ts';
import { type MeasureUnit, toAmountUnit } from '#contract/nutrient-units.ts';
import type { NormBasis, norms } from '#contract/operations/norms.ts';
import type { RowOf } from '#contract/resource.ts';

export type Norm = RowOf<typeof norms>;

export const BOUNDS = ['min', 'target', 'max'] as const;

/** Inputs of each equation, in the order of the form. */
export const INPUTS = {
  nasem_2021_animal: ['weight', 'condition', 'days_in_milk', 'later_lactations', 'milk_energy'],
  nasem_2021_diet: ['forage_ndf', 'adf', 'ndf', 'forage_ndf_digestibility', 'milk'],
} as const satisfies Record<IntakeEquation, readonly string[]>;
export type IntakeInput = (typeof INPUTS)[IntakeEquation][number];

/** The stored unit of a norm's bounds. Without a nutrient it is one of dry matter. */
export const findBoundUnit = (nutrient: Parameters<typeof toAmountUnit>[0], per: NormBasis): MeasureUnit =>
  nutrient && per === 'dry' ? nutrient.unit : toAmountUnit(nutrient);

export interface NormValues {
  animal_type: number | null;
  group: number | null;
  nutrient: number | null;
  from: string;
  min: number | null;
  target: number | null;
  max: number | null;
  per: NormBasis;
  /** null for an own figure. */
  equation: IntakeEquation | null;
  inputs: Partial<Record<IntakeInput, number | null>>;
  version: number | undefined;
}

export const normValues = (norm: Norm | null, today: string): NormValues => {
  const { equation, ...inputs } = norm?.intake ?? { equation: null };
  return {
    animal_type: norm?.animal_type ?? null,
    group: norm?.group ?? null,
    nutrient: norm?.nutrient ?? null,
    from: norm?.from ?? today,
    min: norm?.min ?? null,
    target: norm?.target ?? null,
    max: norm?.max ?? null,
    per: norm?.per ?? 'dry',
    equation,
    inputs,
    version: norm?.version,
  };
};

/** The inputs as the request has them; missing ones are reported by the server. */
export const toIntake = ({ nutrient, equation, inputs }: NormValues): Intake | null =>
  nutrient !== null || equation === null
    ? null
    : (Object.fromEntries([
        ['equation', equation],
        ...INPUTS[equation].flatMap((input) => (inputs[input] == null ? [] : [[input, inputs[input]]])),
      ]) as Intake);

/** Dry matter is counted per head; an equation computes its target. */
export const normBody = (values: NormValues) => {
  const { equation: _equation, inputs: _inputs, per, target, ...rest } = values;
  const intake = toIntake(values);
  return { ...rest, per: rest.nutrient === null ? 'head' : per, target: intake ? null : target, intake };
};
