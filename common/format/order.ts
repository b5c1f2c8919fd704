import type { Language } from '#contract/kinds.ts';
import type { Cell, Row } from '#contract/reports/shape.ts';
import { LOCALES } from './locale.ts';

const collators = new Map<Language, Intl.Collator>();

/** Cached, because creating a collator costs a thousand comparisons. */
function getCollator(language: Language): Intl.Collator {
  let collator = collators.get(language);
  if (!collator) {
    collator = new Intl.Collator(LOCALES[language], { numeric: true });
    collators.set(language, collator);
  }
  return collator;
}

export type Compare = (a: Cell | undefined, b: Cell | undefined) => number;

/** Empty cells are last in ascending and first in descending order. Numbers sort by value, words by the language. */
export function cellOrder(language: Language): Compare {
  const collator = getCollator(language);
  return (a, b) => {
    if (a === b) return 0;
    if (a === null || a === undefined) return 1;
    if (b === null || b === undefined) return -1;
    return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  };
}

/** One sort key. `wordOf` returns the word of a cell, if it differs from the cell. */
export interface OrderKey {
  key: string;
  downwards: boolean;
  wordOf?: (cell: Cell) => Cell;
}

/** Rows sorted by the keys in order. Equal rows keep their order. */
export function inOrder(rows: readonly Row[], keys: readonly OrderKey[], language: Language): Row[] {
  const compare = cellOrder(language);
  // Few values occur in many rows: each value is ranked once, and the rows compare ranks.
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
