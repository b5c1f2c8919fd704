import { Button } from '@mantine/core';
import { IconBuildingWarehouse, IconPlaylistAdd } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { openings } from '#contract/operations/openings.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { withParams } from '#src/core/layout/with-params.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf, useFarmOptions, useLiteIngredients } from '#src/domain/stock/choices.ts';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { AllFeedsModal } from './all-feeds-modal.tsx';
import { openingColumns } from './columns.ts';
import { openingFile } from './file.ts';
import { OpeningModal } from './opening-modal.tsx';

/** The stock with which feeds begin, newest day first. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const path = useAppPath();
  const screen = useResourceScreen(openings, {
    ordering: '-day',
    filters: ['farm', 'ingredient', 'day_after', 'day_before'],
    ofFarm: true,
    touches: [{ id: 'ingredients' }, { id: 'stocks' }],
    nameOf: ({ ingredient_name }) => ingredient_name,
  });
  const { state, query, mayImport } = screen;
  const farm = Number(state.filter('farm')) || undefined;
  const { data: feeds } = useLiteIngredients(farm);
  const [search, setSearch] = useSearchParams();
  const showAll = (shown: boolean) => setSearch(withParams({ all: shown ? '1' : null }), { replace: true });
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconBuildingWarehouse}
        crumbs={[{ label: t('operations:deliveries.title'), to: path('stock/deliveries') }]}
        texts={{
          title: t('operations:openings.title'),
          detail: t('pages:openings.detail'),
          create: t('pages:openings.create'),
          edit: t('pages:openings.edit'),
          empty: t('pages:openings.empty'),
          empty_text: t('pages:openings.empty_text'),
        }}
        buttons={
          mayImport && (
            <Button variant="default" leftSection={<IconPlaylistAdd size={16} aria-hidden />} onClick={() => showAll(true)}>
              {t('pages:openings.all')}
            </Button>
          )
        }
        columns={openingColumns(t)}
        files={[openingFile(t, { query, farm, writes: mayImport })]}
        filters={
          <>
            <DayRange state={state} label={t('pages:openings.days')} after="day_after" before="day_before" />
            <ListFilter state={state} name="farm" label={t('pages:openings.farm')} options={useFarmOptions()} />
            <ListFilter state={state} name="ingredient" label={t('pages:openings.ingredient')} options={optionsOf(feeds)} />
          </>
        }
        form={({ row, onClose }) => <OpeningModal opening={row} onClose={onClose} />}
        history={{ list: 'openings', fields: useHistoryFields('openings') }}
      />
      {mayImport && search.has('all') && <AllFeedsModal onClose={() => showAll(false)} />}
    </>
  );
}
