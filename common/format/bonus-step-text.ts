import type { TFunction } from 'i18next';
import { BONUS_KINDS, type BonusMeasure } from '#contract/operations/bonus-measures.ts';
import type { BonusStep } from '#contract/operations/bonus-rules.ts';
import type { Formatter } from './formatter.ts';

/** A measure of a bonus with the reader's unit: `Lateness, min`. */
export const measureText = (t: TFunction, format: Formatter, measure: BonusMeasure): string =>
  `${t(`reports:column.${measure}`)}, ${t(format.unit(BONUS_KINDS[measure]) || 'core:units.percent', format.unitValues)}`;

/** The limit of a step: `Lateness ≥ 10 min`. */
export function fromText(t: TFunction, format: Formatter, { measure, from }: Pick<BonusStep, 'measure' | 'from'>): string {
  const kind = BONUS_KINDS[measure];
  const unit = t(format.unit(kind) || 'core:units.percent', format.unitValues);
  const value = kind === 'percent' ? format.percent(from) : `${format.value(kind, from)} ${unit}`;
  return `${t(`reports:column.${measure}`)} ≥ ${value}`;
}

/** A step with its limit and factor: `Lateness ≥ 10 min: × 0.9`. */
export const stepText = (t: TFunction, format: Formatter, step: BonusStep): string =>
  `${fromText(t, format, step)}: × ${format.typed(step.factor)}`;
