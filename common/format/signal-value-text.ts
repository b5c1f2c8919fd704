import type { TFunction } from 'i18next';
import { SIGNAL_VALUES, type SignalRule } from '#contract/reports/signal-words.ts';
import type { Formatter } from './formatter.ts';

/** Rules whose values are shown with their sign: too much or too little. */
const SIGNED: ReadonlySet<SignalRule> = new Set(['loading_bias', 'mixer_drift']);
export const isSignedRule = (rule: SignalRule): boolean => SIGNED.has(rule);

/** Rules whose values are days. */
const IN_DAYS: ReadonlySet<SignalRule> = new Set(['days_left', 'analysis_age']);

/** Decimals of a rule's percentages. Scales are accurate to about a tenth of a percent; drift is an average over all loads of a mixer. */
export const findSignalDecimals = (rule: SignalRule): { decimals?: number } =>
  SIGNAL_VALUES[rule].kind === 'percent' && rule !== 'mixer_drift' ? { decimals: 1 } : {};

/** A rule's value, limit or target with its unit, on screen, in files and in mails. */
export function toSignalText(rule: SignalRule, value: number | null, t: TFunction, format: Formatter): string {
  if (value === null) return format.value('text', null);
  const { kind } = SIGNAL_VALUES[rule];
  if (kind === 'percent') {
    const { decimals } = findSignalDecimals(rule);
    const plus = isSignedRule(rule);
    return decimals === undefined ? format.percent(value, { plus }) : format.roundedPercent(value, { decimals, plus });
  }
  if (IN_DAYS.has(rule)) return t('reports:alerts.days', { value: format.value(kind, value) });
  const unit = format.unit(kind);
  return `${format.value(kind, value)}${unit ? `\u00a0${t(unit, format.unitValues)}` : ''}`;
}
