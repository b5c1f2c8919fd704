import { type BunkScaleKind, listScores } from '#contract/operations/daily-call.ts';
import type { CallRule } from './queries.ts';

/** A farm's scale while it is edited. */
export interface ScaleValues {
  scale: BunkScaleKind;
  rows: { score: number; percent: number; label?: string | undefined }[];
}

/** Max change of feed after one score, in percent. */
export const MAX_CHANGE = 50;
/** An own scale has at least a neutral score and another one. */
export const MIN_OWN_SCORES = 2;

/** Initial percentages in the order of the scores: more only after a clean bunk, less the more is left. */
const FIRST: Record<BunkScaleKind, readonly number[]> = {
  sdsu: [5, 0, -2, -5, -10, -20],
  zero_to_five: [5, 0, -2, -5, -10, -20],
  minus_two_to_three: [-10, -5, 0, 2, 5, 10],
  own: [5, 0, -5],
};

/** The values with which a scale is first shown. */
export function beginScale(scale: BunkScaleKind): ScaleValues {
  const rows = scale === 'own' ? FIRST.own.map((percent, score) => ({ score, percent, label: '' })) : listScores({ scale, rows: [] });
  return { scale, rows: rows.map(({ score, label }, index) => toRow(scale, score, FIRST[scale][index] ?? 0, label)) };
}

/** The values of a farm's rules; a score without a rule changes nothing. */
export function scaleValues(rules: CallRule | null): ScaleValues {
  if (!rules) return beginScale('sdsu');
  const percentFor = (score: number) => rules.rows.find((row) => row.score === score)?.percent ?? 0;
  return { scale: rules.scale, rows: listScores(rules).map(({ score, label }) => toRow(rules.scale, score, percentFor(score), label)) };
}

const toRow = (scale: BunkScaleKind, score: number, percent: number, label: string) =>
  scale === 'own' ? { score, percent, label } : { score, percent };

/** The scores of an own scale are the places of its rows. */
export const renumberRows = (rows: ScaleValues['rows']): ScaleValues['rows'] => rows.map((row, score) => ({ ...row, score }));

/** True if some score leaves the feed as it is. */
export const hasNeutralScore = ({ rows }: ScaleValues): boolean => rows.some(({ percent }) => percent === 0);

/** True for the scale and percentages of a farm's stored rules, which may be older than the demand for a neutral score. */
export function isStored({ scale, rows }: ScaleValues, rules: CallRule | null): boolean {
  const stored = scaleValues(rules);
  const isEqual = (row: ScaleValues['rows'][number], index: number) => row.percent === stored.rows[index]?.percent;
  return rules !== null && stored.scale === scale && stored.rows.length === rows.length && rows.every(isEqual);
}
