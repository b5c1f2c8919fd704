import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toSignalText } from '#common/format/signal-value-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { Signal } from './signal.ts';
import classes from './signals.module.css';
import { StateBadge } from './state-badge.tsx';

/** Facts of a signal: its size, its start, what contributed, and notes. */
export function SignalFacts({ signal }: { signal: Signal }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const { rule, value, limit, target, since, last_seen, over, kg, money, state, note, author, changed_at } = signal;
  const days = since === last_seen ? format.value('date', since) : `${format.value('date', since)} – ${format.value('date', last_seen)}`;
  const facts: [key: string, label: string, text: string | null][] = [
    ['money', t('pages:signals.money'), money === null ? null : format.money(money)],
    ['kg', t('pages:signals.weight'), kg === null ? null : `${format.value('weight', kg)}\u00a0${unit}`],
    ['value', t('pages:signals.value'), value === null ? null : toSignalText(rule, value, t, format)],
    ['limit', t('pages:signals.limit'), limit === null ? null : toSignalText(rule, limit, t, format)],
    ['target', t('pages:signals.target'), target === null ? null : toSignalText(rule, target, t, format)],
    ['days', t(over ? 'pages:signals.lasted' : 'pages:signals.since'), over ? days : format.value('date', since)],
  ];
  return (
    <Paper withBorder className={classes.facts}>
      <dl>
        {facts.map(
          ([key, label, text]) =>
            text !== null && (
              <div key={key}>
                <dt>{label}</dt>
                <dd data-fact={key}>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={classes.outcome}>
        <StateBadge state={state} />
        {note && <span className={classes.note}>{note}</span>}
        {author && changed_at && (
          <span className={classes.by}>
            {author}, {format.value('datetime', changed_at)}
          </span>
        )}
      </p>
    </Paper>
  );
}
