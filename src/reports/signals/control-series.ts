import type { TFunction } from 'i18next';
import { sideOf } from '#common/files/control-chart.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { nameSignal } from '#common/format/signal-line.ts';
import { findSignalDecimals, isSignedRule } from '#common/format/signal-value-text.ts';
import { SIGNAL_VALUES } from '#contract/reports/signal-words.ts';
import type { SignalChart } from '#contract/reports/signals.ts';
import type { TextSeries } from '#src/core/chart/series-text.ts';
import { ruleText } from '#src/reports/signal-rules/rule-text.ts';
import type { Signal } from './signal.ts';

/** A signal's values as a chart's series. */
export function controlSeries(signal: Signal, { points }: SignalChart, t: TFunction, format: Formatter): TextSeries {
  const { kind } = SIGNAL_VALUES[signal.rule];
  const unit = format.unit(kind);
  const column = (key: string, header: string) => ({
    key,
    header,
    kind,
    deviation: isSignedRule(signal.rule),
    ...findSignalDecimals(signal.rule),
    ...(unit ? { unit: t(unit, format.unitValues) } : {}),
  });
  return {
    key: `signal-${signal.id}`,
    type: 'control',
    title: `${ruleText(signal.rule, t)}: ${nameSignal(signal)}`,
    x: { key: 'day', kind: 'date', header: t('pages:signals.chart.day') },
    y: [
      column('value', t('pages:signals.chart.value')),
      column('ewma', t('pages:signals.chart.average')),
      column('target', t('pages:signals.target')),
      column('lower', t('pages:signals.chart.lower')),
      column('upper', t('pages:signals.chart.upper')),
      // In the table and on paper, a word replaces the mark.
      { key: 'side', kind: 'text', header: t('pages:signals.chart.side') },
    ],
    rows: points.map(({ low, high, ...point }) => {
      const row = { ...point, lower: low, upper: high };
      const out = sideOf(row);
      return { ...row, side: out === 0 ? null : t(out > 0 ? 'pages:signals.chart.above' : 'pages:signals.chart.below') };
    }),
  };
}
