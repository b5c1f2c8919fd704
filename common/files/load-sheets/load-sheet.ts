import { printedWeight, sumOf } from '#common/files/figures.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Language } from '#contract/kinds.ts';
import type { Conventions } from '#contract/words.ts';

/** What goes into the mixer, or who gets of it. Weights in kg; a fact that isn't known is written by hand. */
export interface LoadSheetPart {
  name: string;
  heads?: number;
  plan: number;
  fact: number | null;
}

export interface LoadSheetFeeding {
  ration: string;
  weight: number;
  /** How long it is to be mixed; 0 when the mixer doesn't say. */
  mixSeconds: number;
  /** Leftovers in the mixer that stand in for fresh feed, kg. */
  leftovers: number;
  ingredients: readonly LoadSheetPart[];
  groups: readonly LoadSheetPart[];
}

/** The feedings that one mixer makes in one period. */
export interface LoadSheet {
  lines: readonly { label: string; value: string }[];
  feedings: readonly LoadSheetFeeding[];
}

/** Sheets for a farm that weighs without a terminal, each beginning a page. */
export interface LoadSheetInput {
  title: string;
  /** At the foot of every page. */
  foot: string;
  sheets: readonly LoadSheet[];
  language: Language;
  units: Conventions['units'];
  clock: Conventions['clock'];
  timezone: string;
  /** Units stand with the words they belong to. */
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

/** A feeding's weights as they are printed, in the reader's unit; parts that make the whole make it on paper, too. */
export function printedFeeding(feeding: LoadSheetFeeding, format: Formatter): LoadSheetFeeding {
  const printed = (kg: number) => printedWeight(format, kg) ?? 0;
  const weight = printed(feeding.weight);
  const ofParts = (parts: readonly LoadSheetPart[]): LoadSheetPart[] => {
    const plans = parts.map(({ plan }) => printed(plan));
    // What rounding to another unit leaves over lies on the largest part, as the plan's own rounding does.
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

/** What the weigher shows once each part is in: begun with the leftovers that lie in the mixer, adding what is printed, so that the last is the whole. */
export function runningTotals({ leftovers, ingredients }: Pick<LoadSheetFeeding, 'leftovers' | 'ingredients'>): number[] {
  let total = leftovers;
  return ingredients.map(({ plan }) => {
    total = sumOf([total, plan])!;
    return total;
  });
}
