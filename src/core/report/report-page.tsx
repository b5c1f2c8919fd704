import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ExportLine } from '#common/files/export-input.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import { codeKey, definedKey } from '#common/texts/keys.ts';
import type { ReportDefinition, Row } from '#contract/reports/shape.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useClientName } from '#src/core/layout/use-client-name.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import type { FromReport } from './detail-page.tsx';
import { ChosenChips, FilterBar } from './filters/filter-bar.tsx';
import { type Chosen, useChosen } from './filters/filter-options.ts';
import { timesText } from './filters/period-text.ts';
import { useReportFilters } from './filters/use-report-filters.ts';
import { switchParams } from './filters.ts';
import { useFirstRows } from './queries.ts';
import { DataGrid } from './view/grid-panel.tsx';
import { moreRows } from './view/more-rows.ts';
import classes from './view/report-view.module.css';
import { ReportView } from './view/report-view.tsx';

const NotesChip = lazyPart(async () => (await import('./view/notes-chip.tsx')).NotesChip);

// Where a row or a point leads is needed once somebody clicks.
const loadDrill = () => loadChunk(() => import('./drill.ts'));

// The grid comes with the page's own part of the program, while the figures are on their way.
DataGrid.preload();

/** The values of each filter joined, in the order in which they were chosen. */
function filterLines(chosen: readonly Chosen[], nameOf: (filter: string) => string): ExportLine[] {
  const filters = [...new Set(chosen.map(({ filter }) => filter))];
  return filters.map((filter) => ({
    label: nameOf(filter),
    value: chosen
      .filter((one) => one.filter === filter)
      .map(({ label }) => label)
      .join(', '),
  }));
}

/** A report's screen, out of its definition. */
export function ReportPage({ definition }: { definition: ReportDefinition }) {
  const { t } = useTranslation(['reports', 'core']);
  const navigate = useNavigate();
  const { search } = useLocation();
  const appPath = useAppPath();
  const access = useAccess();
  const client = useClientName();
  const state = useReportFilters(definition);
  const { filters, farms, timezone, ready } = state;
  const { data: answer, error, isPlaceholderData, refetch } = useFirstRows(definition, filters, ready);
  const data = useMemo(() => answer && withTexts(answer.data, t), [answer, t]);
  const more = useMemo(() => answer && data && moreRows(definition, answer, data.rows, t), [definition, answer, data, t]);
  const chosen = useChosen(definition, filters, farms);
  const format = useFormat({ timezone: data?.timezone ?? timezone, currency: data?.currency });

  const title = t(definedKey(definition.label));
  const lines = useMemo<ExportLine[]>(
    () => [
      ...(client ? [{ label: t('reports:filter.client'), value: client }] : []),
      { label: t('reports:filter.period'), value: daysText(filters, format) },
      ...filterLines(chosen, (filter) => t(codeKey('reports:filter', filter))),
      ...(filters.times ? [{ label: t('reports:filter.loaded_time'), value: timesText(filters, t, format) }] : []),
    ],
    [client, filters, format, chosen, t],
  );
  const { detail, opens, route, filters: offered } = definition;
  const openDetail =
    detail &&
    ((row: Row) =>
      navigate(appPath(`reports/${route}/${row[detail.rowId]}/detail${switchParams(filters)}`), {
        state: { search } satisfies FromReport,
      }));
  const openReport =
    opens &&
    (async (row: Row) => {
      const address = (await loadDrill()).rowAddress(opens, row, filters, access);
      if (address) navigate(appPath(address));
    });

  if (state.error && !state.farms.length) return <FailedState error={state.error} onRetry={state.refetch} />;
  if (state.noFarms) return <EmptyState title={t('reports:view.no_farm')} />;
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        bar={
          <FilterBar definition={definition} state={state} chosen={chosen} format={format}>
            <Suspense>
              <NotesChip data={data} format={format} />
            </Suspense>
          </FilterBar>
        }
      />
      <ChosenChips state={state} chosen={chosen} />
      <ReportView
        title={title}
        name={data?.comparison ? `${definition.id}-compared` : definition.id}
        shape={definition}
        data={data}
        more={more}
        error={error}
        dimmed={isPlaceholderData}
        format={format}
        lines={lines}
        range={filters}
        onRetry={refetch}
        onOpen={openDetail ?? openReport}
        onPoint={async (series, row) => {
          const step = (await loadDrill()).pointStep(series, row, filters, access, offered);
          if (!step) return;
          if ('address' in step) navigate(appPath(step.address));
          else state.setFilters(step.filters);
        }}
      />
    </div>
  );
}
