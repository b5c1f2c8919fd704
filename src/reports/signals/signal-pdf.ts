import type { TFunction } from 'i18next';
import type { TextSeries } from '#common/files/charts/series-text.ts';
import { controlChartOf } from '#common/files/control-chart.ts';
import { fileName } from '#common/files/file-name.ts';
import type { ExportInput } from '#common/files/input.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { toSignalText } from '#common/format/signal-value-text.ts';
import { download, startExport } from '#src/core/export/run.ts';
import type { Signal } from './signal.ts';

interface Shown {
  signal: Signal;
  series: TextSeries;
  /** The client's name, for users with several clients. */
  client: string | null;
}

/** Content of a signal's PDF: its facts, all values of its chart, and the chart. */
export function signalInput({ signal, series, client }: Shown, format: Formatter, t: TFunction): ExportInput {
  const { rule, value, limit, since, last_seen, farm_name, kg, money, note, state } = signal;
  const weight = format.unit('weight');
  return {
    title: series.title,
    lines: [
      ...(client ? [{ label: t('core:export.client'), value: client }] : []),
      { label: t('pages:signals.farm'), value: farm_name },
      { label: t('pages:signals.lasted'), value: `${format.value('date', since)} – ${format.value('date', last_seen)}` },
      { label: t('pages:signals.value'), value: toSignalText(rule, value, t, format) },
      { label: t('pages:signals.limit'), value: toSignalText(rule, limit, t, format) },
      ...(kg === null
        ? []
        : [{ label: t('pages:signals.weight'), value: `${format.value('weight', kg)} ${t(weight, format.unitValues)}` }]),
      ...(money === null ? [] : [{ label: t('pages:signals.money'), value: format.money(money) }]),
      { label: t('pages:signals.state'), value: [t(`pages:signals.states.${state}`), note].filter(Boolean).join(': ') },
      { label: t('core:export.made_at'), value: format.value('datetime', new Date().toISOString()) },
    ],
    columns: [series.x, ...series.y],
    rows: series.rows,
    totals: {},
    language: format.language,
    units: format.units,
    clock: format.clock,
    timezone: format.timezone,
    currency: format.currency,
    labels: { total: t('core:export.total'), page: t('core:export.page', { skipInterpolation: true }) },
    notes: [],
    controlCharts: [controlChartOf(series, format)],
  };
}

export async function saveSignalPdf(shown: Shown, format: Formatter, t: TFunction): Promise<void> {
  const { since, last_seen } = shown.signal;
  const file = await startExport('pdf', signalInput(shown, format, t)).promise;
  download(file, fileName(shown.series.title, since, last_seen, 'pdf', shown.client));
}
