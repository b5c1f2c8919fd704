import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { type SignalRule, TOLD } from '#contract/reports/signal-words.ts';

/** Rules whose values are told with their sign: too much or too little. */
const SIGNED: ReadonlySet<SignalRule> = new Set(['loading_bias', 'mixer_drift']);
export const isSignedRule = (rule: SignalRule): boolean => SIGNED.has(rule);

/** A tenth of a percent tells as much as scales can; drift is a mean of all that a mixer loads. */
export const decimalsOf = (rule: SignalRule): { decimals?: number } =>
  TOLD[rule].kind === 'percent' && rule !== 'mixer_drift' ? { decimals: 1 } : {};

/** A value of a rule, its limit or its target, with its unit. */
export function valueText(rule: SignalRule, value: number | null, t: TFunction, format: Formatter): string {
  if (value === null) return format.value('text', null);
  const { kind } = TOLD[rule];
  if (kind === 'percent') return format.percent(value, { ...decimalsOf(rule), plus: isSignedRule(rule) });
  if (rule === 'days_left') return t('reports:alerts.days', { value: format.value(kind, value) });
  const unit = format.unit(kind);
  return `${format.value(kind, value)}${unit ? `\u00a0${t(unit, format.unitValues)}` : ''}`;
}
