import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { type SignalState, TOLD } from '#contract/reports/signal-words.ts';
import type { SignalChart, signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import type { TextSeries } from '#src/core/chart/series-text.ts';
import { ruleText } from '#src/reports/signal-rules/rule-text.ts';
import { decimalsOf, isSignedRule } from '#src/reports/signal-rules/value-text.ts';

export type Signal = RowOf<typeof signals>;

/** What is looked at first: what nobody has closed. */
export const OPEN_STATES = ['new', 'seen'] as const satisfies readonly SignalState[];

/** Whom or what it is about, and of which feed. */
export const signalName = ({ subject_name, ingredient_name }: Pick<Signal, 'subject_name' | 'ingredient_name'>): string =>
  ingredient_name ? `${subject_name}, ${ingredient_name}` : subject_name;

/** Its values as a chart draws them. */
export function controlSeries(signal: Signal, { points }: SignalChart, t: TFunction, format: Formatter): TextSeries {
  const { kind } = TOLD[signal.rule];
  const unit = format.unit(kind);
  const column = (key: string, header: string) => ({
    key,
    header,
    kind,
    deviation: isSignedRule(signal.rule),
    ...decimalsOf(signal.rule),
    ...(unit ? { unit: t(unit, format.unitValues) } : {}),
  });
  return {
    key: `signal-${signal.id}`,
    type: 'control',
    title: `${ruleText(signal.rule, t)}: ${signalName(signal)}`,
    x: { key: 'day', kind: 'date', header: t('pages:signals.chart.day') },
    y: [
      column('value', t('pages:signals.chart.value')),
      column('ewma', t('pages:signals.chart.average')),
      column('target', t('pages:signals.target')),
      column('lower', t('pages:signals.chart.lower')),
      column('upper', t('pages:signals.chart.upper')),
    ],
    rows: points.map(({ low, high, ...point }) => ({ ...point, lower: low, upper: high })),
  };
}
