import { divide } from '#src/domain/recipe-editor/parts.ts';

interface Part {
  ingredient: number;
  ingredient_name: string;
  percent: number;
}

export interface Need extends Part {
  /** Kilograms. */
  needed: number;
  rest: number;
  /** How much there is too little of; 0 when there is enough. */
  missing: number;
}

/** The parts of a craft of `weight` kg, divided to the gram like on the server, compared with the stock. */
export function needsOf(weight: number, parts: readonly Part[], rests: ReadonlyMap<number, number>): Need[] {
  const grams = divide(
    Math.round(weight * 1000),
    parts.map(({ percent }) => Math.round(percent * 100)),
  );
  return parts.map((part, index) => {
    const needed = grams[index]! / 1000;
    const rest = rests.get(part.ingredient) ?? 0;
    return { ...part, needed, rest, missing: Math.max(0, Math.round((needed - rest) * 1000) / 1000) };
  });
}

/** The max quantity that the stock allows, in whole kilograms. */
export function mostOf(parts: readonly Part[], rests: ReadonlyMap<number, number>): number {
  const most = Math.min(...parts.map(({ ingredient, percent }) => ((rests.get(ingredient) ?? 0) * 100) / percent));
  return Math.max(0, Math.floor(most));
}
