/** Basis of a count: the ledger's quantity, and the possible loss since the previous count. */
export interface Expected {
  expected: number;
  held: number;
}

interface Difference {
  /** In kg, negative for missing feed. */
  difference: number | null;
  /** The same in percent of the possible loss. */
  shrink: number | null;
  tone: 'under' | 'over' | undefined;
}

/** Effect of a count, to the gram like the ledger. */
export function differenceOf(expected: Expected | undefined, weight: number | null): Difference {
  if (!expected || weight === null) return { difference: null, shrink: null, tone: undefined };
  const difference = Math.round((weight - expected.expected) * 1000) / 1000;
  return {
    difference,
    shrink: expected.held > 0 ? (difference * 100) / expected.held : null,
    tone: difference === 0 ? undefined : difference < 0 ? 'under' : 'over',
  };
}
