import type { TFunction } from 'i18next';
import { BONUS_KINDS, type BonusMeasure, type BonusStep } from '#contract/operations/bonus-rules.ts';
import type { Formatter } from './formatter.ts';

/** A measure of a bonus with the reader's unit: `Within 2%, %`. */
export const measureText = (t: TFunction, format: Formatter, measure: BonusMeasure): string =>
  `${t(`reports:column.${measure}`)}, ${t(format.unit(BONUS_KINDS[measure]) || 'core:units.percent', format.unitValues)}`;

/** From when on a step multiplies, and by what: `Lateness, min ≥ 10: × 0.9`. */
export const stepText = (t: TFunction, format: Formatter, { measure, from, factor }: BonusStep): string =>
  `${measureText(t, format, measure)} ≥ ${format.value(BONUS_KINDS[measure], from)}: × ${format.typed(factor)}`;
