import type { TFunction } from 'i18next';
import type { SignalRule } from '#contract/reports/signal-words.ts';

/** Name of what a rule watches. */
export const ruleText = (rule: SignalRule, t: TFunction): string => t(`pages:signals.rules.${rule}`);
