import { Text } from '@mantine/core';
import { type ComponentType, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ExportLine } from '#common/files/export-input.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import { codeKey, definedKey } from '#common/texts/keys.ts';
import type { ReportData, ReportDefinition, Row, Series, ReportView as View } from '#contract/reports/shape.ts';
import { type Access, useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useConventions } from '#src/core/format/use-conventions.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useClientName } from '#src/core/layout/use-client-name.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import type { Beneath } from './beneath.ts';
import type { FromReport } from './detail-page.tsx';
import type { pointAddress } from './drill.ts';
import { ChosenChips, FilterBar } from './filters/filter-bar.tsx';
import { type Chosen, useChosen } from './filters/filter-options.ts';
import { timesText } from './filters/period-text.ts';
import { useReportFilters } from './filters/use-report-filters.ts';
import { type Filters, switchParams } from './filters.ts';
import { useFirstRows } from './queries.ts';
import { moreRows } from './view/more-rows.ts';
import classes from './view/report-view.module.css';
import { ReportView } from './view/report-view.tsx';

/** The code for links loads with the first click. */
const loadDrill = () => loadChunk(() => import('./drill.ts'));
const Definitions = lazyPart(async () => (await import('./view/definitions.tsx')).Definitions);
const CauseSentence = lazyPart(async () => (await import('./view/cause-sentence.tsx')).CauseSentence);
const BarEnd = lazyPart(async () => (await import('./view/bar-end.tsx')).BarEnd);

/** Values of each filter joined, in the order in which they were chosen. */
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

/** Overrides for a report whose view depends on its filters (the explorer). */
export interface Shaped {
  viewOf: (filters: Filters) => Pick<View, 'tiles' | 'series'>;
  /** Removes filters that can't be combined. */
  fit: (filters: Filters) => Filters;
  /** Controls for what the report shows; they also report what couldn't be combined. */
  controls: (requested: Filters, onChange: (filters: Filters) => void) => ReactNode;
  /** Name under which the person's grid layout is stored. */
  nameOf: (data: ReportData) => string;
  rowAddress: (row: Row, filters: Filters, access: Access) => string | null;
  pointAddress: typeof pointAddress;
}

interface ReportPageProps {
  definition: ReportDefinition;
  shaped?: Shaped;
  beneath?: ComponentType<Beneath>;
}

interface Linked extends Pick<ReportPageProps, 'definition' | 'shaped'> {
  filters: Filters;
  setFilters: (filters: Filters) => void;
}

/** The targets of a report's rows and of its charts' points. */
function useReportLinks({ definition, shaped, filters, setFilters }: Linked) {
  const { t } = useTranslation('core');
  const navigate = useNavigate();
  const { search } = useLocation();
  const appPath = useAppPath();
  const access = useAccess();
  const { detail, opens, route, filters: offered } = definition;
  const openDetail =
    detail &&
    ((row: Row) =>
      navigate(appPath(`reports/${route}/${row[detail.rowId]}/detail${switchParams(filters)}`), {
        state: { search } satisfies FromReport,
      }));
  const lead = (address: string | null) => address && navigate(appPath(address));
  const click = (follow: () => Promise<unknown>) => void follow().catch(() => toast.error(t('core:errors.try_again')));
  const openRow = async (row: Row) =>
    lead(shaped ? shaped.rowAddress(row, filters, access) : (await loadDrill()).rowAddress(opens ?? {}, row, filters, access));
  const openPoint = async (series: Series, row: Row) => {
    const drill = await loadDrill();
    const address = (shaped ?? drill).pointAddress(series, row, filters, access);
    lead(address);
    const next = address || series.opens ? null : drill.pointFilters(filters, series, row, offered);
    if (next) setFilters(next);
  };
  return {
    onOpen: openDetail ?? (opens || shaped ? (row: Row) => click(() => openRow(row)) : undefined),
    onPoint: (series: Series, row: Row) => click(() => openPoint(series, row)),
  };
}

/** A report's screen, built from its definition. */
export function ReportPage({ definition, shaped, beneath: Under }: ReportPageProps) {
  const { t } = useTranslation(['reports', 'core']);
  const client = useClientName();
  const requested = useReportFilters(definition);
  const filters = useMemo(() => shaped?.fit(requested.filters) ?? requested.filters, [shaped, requested.filters]);
  const state = { ...requested, filters };
  const { farms, timezone, ready } = state;
  const { data: answer, error, isPlaceholderData, refetch } = useFirstRows(definition, filters, ready);
  const { units } = useConventions();
  const data = useMemo(() => answer && withTexts(answer.data, t, units), [answer, t, units]);
  const more = useMemo(() => answer && data && moreRows(definition, answer, data.rows, t, units), [definition, answer, data, t, units]);
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
  const links = useReportLinks({ definition, shaped, filters, setFilters: state.setFilters });

  if (state.error && !state.farms.length) return <FailedState error={state.error} onRetry={state.refetch} />;
  if (state.noFarms) return <EmptyState title={t('reports:view.no_farm')} />;
  const name = (data && shaped?.nameOf(data)) ?? definition.id;
  return (
    <>
      <div className={classes.page}>
        <PageHeader
          title={title}
          bar={
            <FilterBar definition={definition} state={state} chosen={chosen} format={format}>
              <Suspense>
                <BarEnd report={definition.id} data={data} filters={filters} format={format} />
              </Suspense>
            </FilterBar>
          }
        />
        {shaped?.controls(requested.filters, state.setFilters)}
        <ChosenChips state={state} chosen={chosen} />
        <ReportView
          title={title}
          name={data?.comparison ? `${name}-compared` : name}
          shape={{ ...definition, ...shaped?.viewOf(filters) }}
          data={data}
          more={more}
          error={error}
          dimmed={isPlaceholderData}
          format={format}
          lines={lines}
          range={filters}
          sentence={
            definition.causes &&
            data && (
              <Suspense>
                <CauseSentence definition={definition} data={data} filters={filters} format={format} />
              </Suspense>
            )
          }
          onRetry={refetch}
          {...links}
          onDays={(days) => state.setFilters({ ...filters, ...days })}
        />
      </div>
      {/* Placed below, so that the grid keeps its rows. */}
      {definition.byTodaysRules && (
        <Text size="sm" c="dimmed" mt={48}>
          {t('reports:view.by_todays_rules')}: {t('reports:view.todays_rules')}.
        </Text>
      )}
      {definition.explained && data && (
        <Suspense>
          <Definitions data={data} format={format} />
        </Suspense>
      )}
      {/* Takes no space from the grid. */}
      {Under && data && (
        <Suspense>
          <Under filters={filters} format={format} />
        </Suspense>
      )}
    </>
  );
}
