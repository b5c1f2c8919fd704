import { Button, Skeleton, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartCard } from '#src/core/chart/chart-card.tsx';
import { useClientInView } from '#src/core/format/client-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { useSignalChart } from './queries.ts';
import { controlSeries, type Signal } from './signal.ts';
import classes from './signals.module.css';

/** The chart that a signal was found by: what was measured, its moving average, and the limits that this left. */
export function SignalDrawing({ signal }: { signal: Signal }) {
  const { t } = useTranslation(['operations', 'reports', 'pages', 'core']);
  const format = useFormat();
  const client = useClientInView();
  const [making, setMaking] = useState(false);
  const { data, error, refetch } = useSignalChart(signal.id, true);
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={320} data-skeleton role="status" aria-label={t('core:loading')} />;
  const series = controlSeries(signal, data, t, format);
  const { lambda, width } = data;

  const save = async () => {
    setMaking(true);
    try {
      const { saveSignalPdf } = await import('./signal-pdf.ts');
      await saveSignalPdf({ signal, series, client }, format, t);
    } catch {
      toast.error(t('core:export.failed'));
    } finally {
      setMaking(false);
    }
  };
  return (
    <div className={classes.drawing}>
      <ChartCard series={series} format={format} />
      <Text size="sm" c="dimmed">
        {lambda !== null &&
          width !== null &&
          t('pages:signals.chart.explained', { lambda: format.value('ratio', lambda), width: format.value('ratio', width) })}
      </Text>
      <Button variant="default" loading={making} leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={save}>
        {t('pages:signals.chart.pdf')}
      </Button>
    </div>
  );
}
