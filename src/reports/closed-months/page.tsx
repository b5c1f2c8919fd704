import { Group, Text } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { PreviousNext } from '#src/core/ui/previous-next.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { CloseModal } from './close-modal.tsx';
import { monthColumns } from './columns.tsx';
import { PapersModal } from './papers-modal.tsx';
import { type MonthRow, useMonths } from './queries.ts';
import { ReopenModal } from './reopen-modal.tsx';
import { usePlace } from './use-place.ts';

/** A farm's months of a year: state, closed by, and open cases of the others. */
export function Page() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { can } = useAccess();
  const { farms, farm, year, isThisYear, setFarm, setYear } = usePlace();
  const format = useFormat({ timezone: farm?.timezone });
  const state = useListState({ ordering: 'month' });
  const { data: rows, ...result } = useMonths(farm?.id ?? null, year);
  const [shown, setShown] = useState<{ what: 'close' | 'reopen' | 'papers'; row: MonthRow } | null>(null);
  const close = () => setShown(null);
  const onDo = can('blanks', 'change') ? (what: 'close' | 'reopen', row: MonthRow) => setShown({ what, row }) : undefined;

  return (
    <>
      <PageHeader title={t('reports:months.title')} detail={t('pages:months.detail')} />
      <Group mb="md" gap="sm">
        <IdSelect aria-label={t('pages:months.farm')} rows={farms} value={farm?.id} onChange={(id) => id && setFarm(id)} />
        <Group gap={4} wrap="nowrap">
          <PreviousNext
            previous={t('pages:months.previous_year')}
            next={t('pages:months.next_year')}
            isLast={isThisYear}
            onStep={(by) => setYear(year + by)}
          >
            <Text w={56} ta="center" fw={600}>
              {year}
            </Text>
          </PreviousNext>
        </Group>
      </Group>
      <ResourceTable
        label={t('reports:months.title')}
        columns={monthColumns(t, format, { onPapers: (row) => setShown({ what: 'papers', row }), onDo })}
        result={{ ...result, data: rows && { rows, count: rows.length } }}
        state={state}
        searchable={false}
        nameOf={({ month }) => format.month(month)}
        empty={<EmptyState icon={IconCalendarCheck} title={t('pages:months.none')} text={t('pages:months.none_text')} />}
      />
      {shown?.what === 'close' && farm && <CloseModal farm={farm} row={shown.row} onClose={close} />}
      {shown?.what === 'papers' && farm && <PapersModal farm={farm} month={shown.row.month} onClose={close} />}
      {shown?.what === 'reopen' && farm && <ReopenModal farm={farm} row={shown.row} onClose={close} />}
    </>
  );
}
