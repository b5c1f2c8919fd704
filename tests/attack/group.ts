/** Results of one group of attacks, as sums over everything tried. */
export interface Findings {
  /** Requests or kills. */
  tries: number;
  /** Answers of 500 and above, except those of overload (503 with a retry time). */
  faults: number;
  /** Answers or writes across a tenant or a right. */
  leaks: number;
  /** Acknowledged writes that are missing. */
  lost: number;
  /** 99th percentile of other people's requests during the attack, in ms. */
  othersP99?: number;
  /** The same without the attack, shortly before and after: a busy machine slows both. */
  othersAloneP99?: number;
  /** One line each for the reader, including the seed. */
  notes: string[];
}

/** A group: tries until `isOver()`, and everything at least once. With `least`, at least that many tries. */
export type AttackGroup = (options: { isOver: () => boolean; seed: number; least?: number }) => Promise<Findings>;
