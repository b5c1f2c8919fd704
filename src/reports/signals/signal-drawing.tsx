import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChartCard } from '#src/core/chart/chart-card.tsx';
import { useFormat } from '#src/core/format/use-format.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { controlSeries } from './control-series.ts';
import { useSignalChart } from './queries.ts';
import type { Signal } from './signal.ts';
import classes from './signals.module.css';

/** The chart that led to a signal: measured values, moving average and its limits. */
export function SignalDrawing({ signal }: { signal: Signal }) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const format = useFormat();
  const { data, error, refetch } = useSignalChart(signal.id);
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={320} data-skeleton role="status" aria-label={t('core:loading')} />;
  const { lambda, width } = data;
  return (
    <div className={classes.drawing}>
      <ChartCard series={controlSeries(signal, data, t, format)} format={format} />
      {lambda !== null && width !== null && (
        <Text size="sm" c="dimmed">
          {t('pages:signals.chart.explained', { lambda: format.value('ratio', lambda), width: format.value('ratio', width) })}
        </Text>
      )}
    </div>
  );
}
