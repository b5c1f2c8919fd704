import { IconBuildingWarehouse } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openings } from '#contract/operations/openings.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { optionsOf, useFarmOptions, useLiteIngredients } from '#src/domain/stock/choices.ts';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
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
    touches: [{ id: 'ingredients' }, { id: 'stocks' }],
    nameOf: ({ ingredient_name }) => ingredient_name,
  });
  const { state, query, mayImport } = screen;
  const farm = Number(state.filter('farm')) || undefined;
  const { data: feeds } = useLiteIngredients(farm);
  return (
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
  );
}
