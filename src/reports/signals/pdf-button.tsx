import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientInView } from '#src/core/format/client-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { toast } from '#src/core/ui/toast.ts';
import { controlSeries } from './control-series.ts';
import { useSignalChart } from './queries.ts';
import type { Signal } from './signal.ts';

/** Saves a signal as a PDF: its facts, its chart and all its values. */
export function PdfButton({ signal }: { signal: Signal }) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const format = useFormat();
  const client = useClientInView();
  const [making, setMaking] = useState(false);
  const { data } = useSignalChart(signal.id);
  if (!data) return null;

  const save = async () => {
    setMaking(true);
    try {
      const { saveSignalPdf } = await import('./signal-pdf.ts');
      await saveSignalPdf({ signal, series: controlSeries(signal, data, t, format), client }, format, t);
    } catch {
      toast.error(t('core:export.failed'));
    } finally {
      setMaking(false);
    }
  };
  return (
    <Button variant="default" loading={making} leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={save}>
      {t('pages:signals.chart.pdf')}
    </Button>
  );
}
