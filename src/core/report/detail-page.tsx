import { Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { ExportLine } from '#common/files/export-input.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { ReportData, ReportDefinition, ReportView as View } from '#contract/reports/shape.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useConventions } from '#src/core/format/use-conventions.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useClientName } from '#src/core/layout/use-client-name.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { pointAddress } from './drill.ts';
import { type Filters, filtersOf, switchesOf } from './filters.ts';
import { useReportDetail } from './queries.ts';
import { NotesChip } from './view/notes-chip.tsx';
import classes from './view/report-view.module.css';
import { ReportView } from './view/report-view.tsx';

/** Address of the report from which a row was opened, for the way back. */
export interface FromReport {
  search?: string;
}

const NOTHING: Filters = { after: '', before: '', lists: {} };

interface DetailPageProps {
  definition: ReportDefinition;
  /** The view, if it isn't part of the definition. */
  view?: View;
  /** Further lines of the head of files and prints. Stable, or it is built again at each render. */
  listLines?: (rowId: string, data: ReportData) => ExportLine[];
  /** Actions on the row, next to its notes. */
  tools?: (rowId: string, data: ReportData) => ReactNode;
}

interface HeadLines {
  farmName: string;
  range: { after: string; before: string };
  format: ReturnType<typeof useFormat>;
  /** Further lines of the page itself. */
  own: ExportLine[] | undefined;
}

/** The lines of the head of files and prints; lines without a value are left out. */
function useHeadLines({ farmName, range, format, own }: HeadLines): ExportLine[] {
  const { t } = useTranslation('reports');
  const client = useClientName();
  return useMemo(
    () =>
      [
        { label: t('reports:filter.client'), value: client },
        { label: t('reports:filter.farm'), value: farmName },
        { label: t('reports:filter.period'), value: range.after && daysText(range, format) },
        ...(own ?? []),
      ].filter(({ value }) => value !== ''),
    [client, farmName, range, format, own, t],
  );
}

/** Page with one row's details: its weighings, shown like a report. */
export function DetailPage({ definition, view = definition.detail ?? definition, listLines, tools }: DetailPageProps) {
  const { t } = useTranslation(['reports', 'core']);
  const appPath = useAppPath();
  const access = useAccess();
  const navigate = useNavigate();
  const from = useLocation().state as FromReport | null;
  const { row_id = '' } = useParams();
  const { data: farms = [] } = useFarms();
  const [params] = useSearchParams();
  // Calculated in the same way as the report from which it was opened.
  const { lists } = useMemo(() => filtersOf(params, switchesOf(definition.filters), NOTHING), [params, definition]);
  const { data: answer, error, isPlaceholderData, refetch } = useReportDetail(definition, row_id, lists);
  const { units } = useConventions();
  const data = useMemo(() => answer && withTexts(answer, t, units), [answer, t, units]);
  const format = useFormat({ timezone: data?.timezone, currency: data?.currency });

  const { planned_on_after: after, planned_on_before: before, farm } = data?.filters ?? {};
  const range = useMemo(() => ({ after: after ?? '', before: before ?? '' }), [after, before]);
  const farmName = farms.find(({ id }) => id === farm?.[0])?.name ?? '';
  const own = useMemo(() => data && listLines?.(row_id, data), [data, listLines, row_id]);
  const lines = useHeadLines({ farmName, range, format, own });

  const report = t(definedKey(definition.label));
  const title = data?.title ? `${report}: ${data.title}` : report;
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        crumbs={[
          { label: t('core:menu.reports'), to: appPath('reports') },
          { label: report, to: appPath(`reports/${definition.route}${from?.search ?? ''}`) },
        ]}
        bar={
          <>
            <Text c="dimmed" size="xs" flex={1} truncate>
              {[farmName, range.after && daysText(range, format)].filter(Boolean).join(' · ')}
            </Text>
            {data && tools?.(row_id, data)}
            <NotesChip data={data} format={format} />
          </>
        }
      />
      <ReportView
        title={title}
        name={`${definition.id}-detail`}
        shape={view}
        data={data}
        error={error}
        dimmed={isPlaceholderData}
        format={format}
        lines={lines}
        range={range}
        onRetry={refetch}
        onPoint={(series, row) => {
          const address = pointAddress(series, row, { ...range, lists: { ...lists, farm: (farm ?? []).map(String) } }, access);
          if (address) navigate(appPath(address));
        }}
      />
    </div>
  );
}
