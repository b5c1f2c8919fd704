import { SegmentedControl } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { IngredientNeed } from '#contract/operations/ingredients.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { withParams } from '#src/core/layout/with-params.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { optionsOf, useFarmOptions, useLiteIngredientTypes, useLiteStocks } from '#src/domain/stock/choices.ts';
import { needColumns } from './columns.tsx';
import { NeedDetail } from './need-detail.tsx';
import { NEEDS, useNeeds } from './queries.ts';

const WINDOWS = ['7', '14'];

/** The needs of the coming days against stock: what to order, how much and until when. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const requested = params.get('days');
  const days = requested && WINDOWS.includes(requested) ? requested : WINDOWS[0]!;
  const state = useListState({ ordering: '', filters: ['farm', 'stock', 'type'] });
  const { ordering: _, ...rest } = state.query;
  const query = { ...rest, days };
  const result = useNeeds(query);
  const [opened, setOpened] = useState<IngredientNeed | null>(null);
  const { data: stocks } = useLiteStocks();
  const { data: types } = useLiteIngredientTypes();
  const farms = useFarmOptions();
  const several = new Set(result.data?.rows.map(({ farm }) => farm)).size > 1;
  const shown = result.data?.rows[0]?.days.map(({ day }) => day) ?? [];
  const choose = (next: string) => setParams(withParams({ days: next }), { replace: true });

  return (
    <>
      <PageHeader title={t('operations:needs.title')} detail={t('pages:needs.detail')} />
      <ResourceTable
        label={t('operations:needs.title')}
        columns={needColumns(shown, { t, format, farms: several, dayName: (day) => `${format.weekday(day)}, ${format.shortDay(day)}` })}
        result={result}
        state={state}
        nameOf={(need) => need.name}
        onOpen={setOpened}
        exported={{ resource: NEEDS, query }}
        filters={
          <>
            <SegmentedControl
              aria-label={t('pages:needs.window')}
              data={WINDOWS.map((value) => ({ value, label: t('pages:needs.days', { days: value }) }))}
              value={days}
              onChange={choose}
            />
            <ListFilter state={state} name="farm" label={t('operations:ingredients.farm')} options={farms} />
            <ListFilter state={state} name="stock" label={t('operations:ingredients.stock')} options={optionsOf(stocks)} />
            <ListFilter state={state} name="type" label={t('operations:ingredients.type')} options={optionsOf(types)} />
          </>
        }
        empty={<EmptyState icon={IconClipboardList} title={t('pages:needs.empty')} text={t('pages:needs.empty_text')} />}
      />
      {opened && <NeedDetail need={result.data?.rows.find(({ id }) => id === opened.id) ?? opened} onClose={() => setOpened(null)} />}
    </>
  );
}
