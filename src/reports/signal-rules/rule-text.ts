import type { TFunction } from 'i18next';
import type { SignalRule } from '#contract/reports/signal-words.ts';

/** What a rule watches over. */
export const ruleText = (rule: SignalRule, t: TFunction): string => t(`pages:signals.rules.${rule}`);
