import { IconPlant } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { harvests } from '#contract/operations/harvests.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf, useFarmOptions, useLiteIngredients } from '#src/domain/stock/choices.ts';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { useTimezones } from '#src/domain/stock/timezone.ts';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { harvestColumns } from './columns.tsx';
import { harvestFile } from './file.ts';
import { HarvestModal } from './harvest-modal.tsx';

/** The farms' own harvests, newest first. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const path = useAppPath();
  const screen = useResourceScreen(harvests, {
    ordering: '-at',
    filters: ['farm', 'ingredient', 'day_after', 'day_before'],
    ofFarm: true,
    touches: [{ id: 'ingredients' }, { id: 'stocks' }],
    nameOf: ({ ingredient_name }) => ingredient_name,
  });
  const { state, query, mayImport } = screen;
  const farm = Number(state.filter('farm')) || undefined;
  const { data: feeds } = useLiteIngredients(farm);
  return (
    <ResourceScreen
      screen={screen}
      icon={IconPlant}
      crumbs={[{ label: t('operations:deliveries.title'), to: path('stock/deliveries') }]}
      texts={{
        title: t('operations:harvests.title'),
        detail: t('pages:harvests.detail'),
        create: t('pages:harvests.create'),
        edit: t('pages:harvests.edit'),
        empty: t('pages:harvests.empty'),
        empty_text: t('pages:harvests.empty_text'),
      }}
      columns={harvestColumns(t)}
      files={[harvestFile(t, { query, farm, zoneOf: useTimezones(), writes: mayImport })]}
      filters={
        <>
          <DayRange state={state} label={t('pages:harvests.days')} after="day_after" before="day_before" />
          <ListFilter state={state} name="farm" label={t('pages:harvests.farm')} options={useFarmOptions()} />
          <ListFilter state={state} name="ingredient" label={t('pages:harvests.ingredient')} options={optionsOf(feeds)} />
        </>
      }
      form={({ row, onClose }) => <HarvestModal harvest={row} onClose={onClose} />}
      history={{ list: 'harvests', fields: useHistoryFields('harvests') }}
    />
  );
}
