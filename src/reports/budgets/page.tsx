import { Group } from '@mantine/core';
import { IconHistory, IconStairs } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import { budgets } from '#contract/reports/budgets.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { withParams } from '#src/core/layout/with-params.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { RowHistory } from '#src/core/resource/row-history.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { budgetHistoryFields } from '#src/domain/budget/history-fields.ts';
import { usePlace } from '#src/reports/closed-months/use-place.ts';
import classes from './budgets.module.css';
import { Detail } from './detail.tsx';
import { budgetFile } from './file.ts';
import { MakeModal } from './make-modal.tsx';
import type { Budget } from './queries.ts';

function budgetColumns(t: TFunction, nameBudget: (row: Budget) => string): ListColumn<Budget>[] {
  return [
    {
      key: 'name',
      label: t('pages:budget.title'),
      value: nameBudget,
      render: (row) => <span className={classes.name}>{nameBudget(row)}</span>,
    },
    { key: 'state', label: t('pages:budget.state_of'), value: (row) => t(`pages:budget.state.${row.state}`) },
    { key: 'cost', label: t('pages:budget.cost'), kind: 'money' },
    { key: 'kg', label: t('pages:budget.weight'), kind: 'weight', secondary: true },
    { key: 'approved_at', label: t('pages:budget.approved_at'), kind: 'datetime', secondary: true },
    { key: 'approved_by', label: t('pages:budget.approved_by'), secondary: true },
    { key: 'reason', label: t('pages:budget.reason'), secondary: true },
  ];
}

/** All versions of a farm's budgets, and one of them with its lines. */
export function Page() {
  const { t } = useTranslation(['pages', 'core', 'reports']);
  const { can } = useAccess();
  const { farms, farm, setFarm } = usePlace();
  const state = useListState({ ordering: '-year' });
  const list = useList(budgets, { farm: farm?.id, page_size: 200 }, { enabled: farm !== null });
  const rows = list.data?.rows ?? [];
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const chosen = Number(params.get('open'));
  const setChosen = (id: number) => setParams(withParams({ open: String(id) }), { replace: true });
  const [past, setPast] = useState<Budget | null>(null);
  const [making, setMaking] = useState<{ draft: Budget | null; year: number } | null>(null);
  const shown = rows.find(({ id }) => id === chosen) ?? rows[0];
  // The next year, if it has no budget yet.
  const nextYear = Number(todayIn(farm?.timezone ?? 'UTC').slice(0, 4)) + 1;
  const nameBudget = ({ year, edition }: Budget) => t('pages:budget.name', { year, edition });
  const columns = budgetColumns(t, nameBudget);
  const mayMake = can('additional', 'add') && can('additional', 'change');
  const create = mayMake ? { label: t('reports:budgets.create'), onClick: () => setMaking({ draft: null, year: nextYear }) } : undefined;
  return (
    <>
      <PageHeader title={t('reports:budgets.title')} add={create} />
      {farms.length > 1 && (
        <Group mb="md">
          <IdSelect
            aria-label={t('reports:filter.farm')}
            rows={farms}
            searchable={false}
            value={farm?.id}
            onChange={(id) => id && setFarm(id)}
          />
        </Group>
      )}
      <ResourceTable
        label={t('reports:budgets.title')}
        columns={columns}
        result={list}
        state={state}
        searchable={false}
        nameOf={nameBudget}
        actions={(row) =>
          can('history', 'view') ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setPast(row) }] : []
        }
        files={farm && list.data ? [budgetFile(t, { farm: farm.id, budget: shown, nextYear, writes: mayMake })] : []}
        onOpen={({ id }) => setChosen(id)}
        empty={<EmptyState icon={IconStairs} title={t('pages:budget.none')} text={t('pages:budget.none_text')} action={create} />}
      />
      {shown && (
        <Detail
          key={shown.id}
          id={shown.id}
          onFill={(draft) => setMaking({ draft, year: draft.year })}
          onCorrect={({ year }) => setMaking({ draft: null, year })}
        />
      )}
      {making && farm && <MakeModal farm={farm} rows={rows} {...making} onClose={() => setMaking(null)} onMade={setChosen} />}
      {past && (
        <RowHistory
          list="budgets"
          id={past.id}
          name={nameBudget(past)}
          fields={budgetHistoryFields(t, format)}
          onClose={() => setPast(null)}
        />
      )}
    </>
  );
}
