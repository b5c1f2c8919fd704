/** What a count is compared with: what the ledger expects, and what there was to lose since the count before. */
export interface Expected {
  expected: number;
  held: number;
}

interface Difference {
  /** In kg; negative when feed is missing. */
  difference: number | null;
  /** The same in percent of what there was to lose. */
  shrink: number | null;
  tone: 'under' | 'over' | undefined;
}

/** What posting a count would do, to the gram, as the ledger keeps it. */
export function differenceOf(expected: Expected | undefined, weight: number | null): Difference {
  if (!expected || weight === null) return { difference: null, shrink: null, tone: undefined };
  const difference = Math.round((weight - expected.expected) * 1000) / 1000;
  return {
    difference,
    shrink: expected.held > 0 ? (difference * 100) / expected.held : null,
    tone: difference === 0 ? undefined : difference < 0 ? 'under' : 'over',
  };
}
