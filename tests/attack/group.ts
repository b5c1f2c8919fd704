/** What one group of attacks found out; the figures are sums over everything it tried. */
export interface Findings {
  /** Requests or kills that were tried. */
  tries: number;
  /** Answers of 500 and above that no overload explains (a 503 with a time is the answer to a flood). */
  faults: number;
  /** Answers or writes that crossed a tenant or a right. */
  leaks: number;
  /** Acknowledged writes that were gone afterwards. */
  lost: number;
  /** Milliseconds that 99 of 100 requests of people who attack nobody took, beside the attack. */
  othersP99?: number;
  /** The same without the attack, in the minutes beside it: a busy machine slows both. */
  othersAloneP99?: number;
  /** One line each: what a reader of the figures needs, the seed to run it again among them. */
  notes: string[];
}

/** One group: tries until `isOver()`, and at least once each of what it has. */
export type AttackGroup = (options: { isOver: () => boolean; seed: number }) => Promise<Findings>;
