import type { TFunction } from 'i18next';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import type { Formatter } from './formatter.ts';
import { toSignalText } from './signal-value-text.ts';

type Signal = Pick<RowOf<typeof signals>, 'subject_name' | 'ingredient_name' | 'rule' | 'value' | 'money'>;

/** Name of the subject and, if there is one, the feed. */
export const nameSignal = ({ subject_name, ingredient_name }: Pick<Signal, 'subject_name' | 'ingredient_name'>): string =>
  ingredient_name ? `${subject_name}, ${ingredient_name}` : subject_name;

/** A signal in one line, on home and in notifications: its subject and feed, the finding, and its money if it is known. */
export const describeSignal = ({ subject_name, ingredient_name, rule, value, money }: Signal, t: TFunction, format: Formatter) => ({
  name: nameSignal({ subject_name, ingredient_name }),
  detail: [t(`pages:signals.rules.${rule}`), ...(value === null ? [] : [toSignalText(rule, value, t, format)])].join(' · '),
  money: money === null ? undefined : format.money(money),
});
