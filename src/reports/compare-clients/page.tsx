import { Text } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ExportLine } from '#common/files/export-input.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import { DEFAULT_TIMEZONE } from '#contract/kinds.ts';
import { compareClients } from '#contract/reports/compare-clients.ts';
import type { Row } from '#contract/reports/shape.ts';
import { useConventions } from '#src/core/format/use-conventions.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { ChosenChips, FilterBar } from '#src/core/report/filters/filter-bar.tsx';
import { useChosen } from '#src/core/report/filters/filter-options.ts';
import { paramsOf } from '#src/core/report/filters.ts';
import { useReport } from '#src/core/report/queries.ts';
import { Definitions } from '#src/core/report/view/definitions.tsx';
import { DataGrid } from '#src/core/report/view/grid-rows.tsx';
import { NotesChip } from '#src/core/report/view/notes-chip.tsx';
import classes from '#src/core/report/view/report-view.module.css';
import { ReportView } from '#src/core/report/view/report-view.tsx';
import { useClientFilters } from './use-client-filters.ts';

/** Address of the client's comparison of farms over the same days. */
function clientAddress(row: Row, filters: Parameters<typeof paramsOf>[0]): string {
  const { client: _, ...lists } = filters.lists;
  return `/app/clients/${row.client_id}/reports/compare?${paramsOf({ ...filters, lists })}`;
}

/** Comparison of clients. */
export function Page() {
  const { t } = useTranslation(['reports', 'core']);
  const navigate = useNavigate();
  const state = useClientFilters();
  const { filters } = state;
  const { data: answer, error, isPlaceholderData, refetch } = useReport(compareClients, filters, true);
  const { units } = useConventions();
  const data = useMemo(() => answer && withTexts(answer, t, units), [answer, t, units]);
  const chosen = useChosen(compareClients, filters, state.farms);
  const format = useFormat({ timezone: DEFAULT_TIMEZONE, currency: data?.currency });
  useEffect(() => DataGrid.preload(), []);
  const title = t(compareClients.label);
  const others = data?.rows.filter(({ currency }) => currency !== data.currency).length ?? 0;
  // Explains missing money on screen and in files, because a dash alone would look like an error.
  const otherCurrency = others > 0 ? t('reports:compare_clients.other_currency', { currency: data?.currency, other: others }) : '';
  const lines = useMemo<ExportLine[]>(
    () => [
      { label: t('reports:filter.period'), value: daysText(filters, format) },
      ...(chosen.length > 0 ? [{ label: t('reports:filter.client'), value: chosen.map(({ label }) => label).join(', ') }] : []),
      ...(otherCurrency ? [{ label: t('reports:column.currency'), value: otherCurrency }] : []),
    ],
    [filters, chosen, otherCurrency, format, t],
  );
  const open = (row: Row) => navigate(clientAddress(row, filters));
  return (
    <>
      <div className={classes.page}>
        <PageHeader
          title={title}
          bar={
            <FilterBar definition={compareClients} state={state} chosen={chosen} format={format}>
              <NotesChip data={data} format={format} />
            </FilterBar>
          }
        />
        <ChosenChips state={state} chosen={chosen} />
        {otherCurrency && (
          <Text size="sm" c="dimmed" mb="xs">
            {otherCurrency}
          </Text>
        )}
        <ReportView
          title={title}
          name={compareClients.id}
          shape={compareClients}
          data={data}
          error={error}
          dimmed={isPlaceholderData}
          format={format}
          lines={lines}
          range={filters}
          onRetry={refetch}
          onOpen={open}
          onPoint={(_, row) => open(row)}
        />
      </div>
      {data && <Definitions data={data} format={format} />}
    </>
  );
}
