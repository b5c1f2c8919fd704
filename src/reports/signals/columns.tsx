import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { nameSignal } from '#common/format/signal-line.ts';
import { toSignalText } from '#common/format/signal-value-text.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { ruleText } from '#src/reports/signal-rules/rule-text.ts';
import type { Signal } from './signal.ts';
import { StateBadge } from './state-badge.tsx';

/** The columns shown on screen fit on a tablet, with the farm if there are several; a file has all columns. */
export const signalColumns = (t: TFunction, format: Formatter, severalFarms: boolean): ListColumn<Signal>[] => [
  { key: 'subject_name', label: t('pages:signals.subject'), sort: 'subject_name', value: nameSignal },
  { key: 'rule', label: t('pages:signals.rule'), sort: 'rule', value: ({ rule }) => ruleText(rule, t) },
  { key: 'money', label: t('pages:signals.money'), kind: 'money', sort: 'money' },
  { key: 'value', label: t('pages:signals.value'), right: true, value: ({ rule, value }) => toSignalText(rule, value, t, format) },
  { key: 'since', label: t('pages:signals.since'), kind: 'date', sort: 'since' },
  { key: 'limit', label: t('pages:signals.limit'), value: ({ rule, limit }) => toSignalText(rule, limit, t, format), exported: 'only' },
  { key: 'kg', label: t('pages:signals.weight'), kind: 'weight', exported: 'only' },
  { key: 'last_seen', label: t('pages:signals.last_seen'), kind: 'date', exported: 'only' },
  { key: 'farm_name', label: t('pages:signals.farm'), sort: 'farm_name', secondary: !severalFarms },
  {
    key: 'state',
    label: t('pages:signals.state'),
    sort: 'state',
    value: ({ state }) => t(`pages:signals.states.${state}`),
    render: ({ state }) => <StateBadge state={state} />,
  },
  { key: 'note', label: t('pages:signals.note'), exported: 'only' },
  { key: 'author', label: t('pages:signals.author'), exported: 'only' },
];
