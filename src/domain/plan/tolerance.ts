export type Judgement = 'under' | 'over' | 'right' | 'beyond-under' | 'beyond-over' | 'none';

/** Compares fact and plan. A tolerance of 0 kg means none. */
export function judge(plan: number, fact: number | null | undefined, tolerance: number): Judgement {
  if (fact === null || fact === undefined) return 'none';
  const off = fact - plan;
  if (tolerance > 0 && Math.abs(off) > tolerance) return off < 0 ? 'beyond-under' : 'beyond-over';
  if (Math.abs(off) < 0.0005) return 'right';
  return off < 0 ? 'under' : 'over';
}
