import type { Language } from '../../../contract/kinds.ts';

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

/** What the weigher shows once each part is in, in kg: begun with the leftovers that lie in the mixer, added up in grams, so that the last is the whole. */
export function runningTotals({ leftovers, ingredients }: Pick<LoadSheetFeeding, 'leftovers' | 'ingredients'>): number[] {
  let grams = Math.round(leftovers * 1000);
  return ingredients.map(({ plan }) => {
    grams += Math.round(plan * 1000);
    return grams / 1000;
  });
}
