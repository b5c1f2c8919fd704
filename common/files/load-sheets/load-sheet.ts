import { printedWeight, sumOf } from '#common/files/figures.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Language } from '#contract/kinds.ts';
import type { Conventions } from '#contract/words.ts';

/** An ingredient or a group. Weights in kg; an unknown fact is written by hand. */
export interface LoadSheetPart {
  name: string;
  heads?: number;
  plan: number;
  fact: number | null;
}

export interface LoadSheetFeeding {
  ration: string;
  weight: number;
  /** Mixing time; 0 if the mixer has none. */
  mixSeconds: number;
  /** Leftovers in the mixer that replace fresh feed, in kg. */
  leftovers: number;
  ingredients: readonly LoadSheetPart[];
  groups: readonly LoadSheetPart[];
}

/** Feedings of one mixer in one period. */
export interface LoadSheet {
  lines: readonly { label: string; value: string }[];
  feedings: readonly LoadSheetFeeding[];
}

/** Sheets for a farm that weighs without a terminal; each starts a page. */
export interface LoadSheetInput {
  title: string;
  /** Text at the foot of every page. */
  foot: string;
  sheets: readonly LoadSheet[];
  language: Language;
  units: Conventions['units'];
  clock: Conventions['clock'];
  timezone: string;
  /** Labels with their units. */
  labels: Record<
    | 'ingredient'
    | 'group'
    | 'heads'
    | 'plan'
    | 'weigher'
    | 'fact'
    | 'mixing'
    | 'leftovers'
    | 'unit'
    | 'minutes'
    | 'operator'
    | 'signature'
    | 'page',
    string
  >;
}

/** A feeding's weights as printed in the reader's unit; the printed parts add up to the printed whole. */
export function printedFeeding(feeding: LoadSheetFeeding, format: Formatter): LoadSheetFeeding {
  const printed = (kg: number) => printedWeight(format, kg) ?? 0;
  const weight = printed(feeding.weight);
  const ofParts = (parts: readonly LoadSheetPart[]): LoadSheetPart[] => {
    const plans = parts.map(({ plan }) => printed(plan));
    // The rounding difference goes to the largest part, like in the plan.
    if (sumOf(parts.map(({ plan }) => plan)) === feeding.weight) {
      const largest = plans.indexOf(Math.max(...plans));
      plans[largest] = sumOf([plans[largest]!, weight, ...plans.map((plan) => -plan)])!;
    }
    return parts.map((part, at) => ({ ...part, plan: plans[at]!, fact: printedWeight(format, part.fact) }));
  };
  return {
    ...feeding,
    weight,
    leftovers: printed(feeding.leftovers),
    ingredients: ofParts(feeding.ingredients),
    groups: ofParts(feeding.groups),
  };
}

/**
 * What the weigher shows after each part: starts with the leftovers in the mixer and adds the printed weights, so that the last one is the
 * whole.
 */
export function runningTotals({ leftovers, ingredients }: Pick<LoadSheetFeeding, 'leftovers' | 'ingredients'>): number[] {
  let total = leftovers;
  return ingredients.map(({ plan }) => {
    total = sumOf([total, plan])!;
    return total;
  });
}
