import type { Language } from '#contract/kinds.ts';
import type { Cell, Row } from '#contract/reports/shape.ts';
import { LOCALES } from './locale.ts';

const collators = new Map<Language, Intl.Collator>();

/** Making a collator costs a thousand comparisons. */
function collatorOf(language: Language): Intl.Collator {
  let collator = collators.get(language);
  if (!collator) {
    collator = new Intl.Collator(LOCALES[language], { numeric: true });
    collators.set(language, collator);
  }
  return collator;
}

export type Compare = (a: Cell | undefined, b: Cell | undefined) => number;

/** Empty cells go last upwards and first downwards; numbers by value, words by the language. */
export function cellOrder(language: Language): Compare {
  const collator = collatorOf(language);
  return (a, b) => {
    if (a === b) return 0;
    if (a === null || a === undefined) return 1;
    if (b === null || b === undefined) return -1;
    return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  };
}

/** One key of an order; `wordOf`: what a cell reads as, where that isn't the cell itself. */
export interface OrderKey {
  key: string;
  downwards: boolean;
  wordOf?: (cell: Cell) => Cell;
}

/** The rows by the first key, those that are equal by the next; what is equal in all stays as it was. */
export function inOrder(rows: readonly Row[], keys: readonly OrderKey[], language: Language): Row[] {
  const compare = cellOrder(language);
  // Few values stand in many rows: each is put in its place once, and the rows compare places.
  const places = keys.map(({ key, downwards, wordOf = (cell) => cell }) => {
    const values = [...new Set(rows.map((row) => row[key] ?? null))].map((cell) => ({ cell, word: wordOf(cell) }));
    values.sort((a, b) => compare(a.word, b.word));
    let place = 0;
    const placeOf = new Map<Cell, number>();
    for (const [at, { cell, word }] of values.entries()) {
      if (at > 0 && compare(values[at - 1]?.word, word) !== 0) place += 1;
      placeOf.set(cell, place);
    }
    return rows.map((row) => (placeOf.get(row[key] ?? null) ?? 0) * (downwards ? -1 : 1));
  });
  const order = rows.map((_, at) => at);
  order.sort((a, b) => {
    for (const place of places) {
      const difference = (place[a] ?? 0) - (place[b] ?? 0);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  return order.map((at) => rows[at] as Row);
}
