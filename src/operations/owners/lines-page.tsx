import { IconUserDollar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ownerLines } from '#contract/operations/owners.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { FarmFilter, useFarmOfNew } from '#src/domain/farm/farm-place.tsx';
import { optionsOf } from '#src/domain/stock/choices.ts';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { useOwnerChoice } from './choices.ts';
import { lineColumns } from './columns.ts';
import { ownerLineFile } from './files.ts';
import { LineModal } from './line-modal.tsx';

/** Medicine and other lines of owners' statements, newest first. */
export function Page() {
  const { t } = useTranslation(['owners', 'operations', 'core']);
  const screen = useResourceScreen(ownerLines, {
    ordering: '-day',
    filters: ['farm', 'owner', 'day_after', 'day_before'],
    ofFarm: true,
    nameOf: ({ owner_name, text }) => `${owner_name}, ${text}`,
  });
  const { state, query, mayImport } = screen;
  const { farm, farms } = useFarmOfNew(state);
  const { rows: owners } = useOwnerChoice(null);
  return (
    <ResourceScreen
      screen={screen}
      icon={IconUserDollar}
      texts={{
        title: t('operations:owners.lines_title'),
        detail: t('owners:lines.detail'),
        create: t('owners:lines.create'),
        empty: t('owners:lines.empty'),
        empty_text: t('owners:lines.empty_text'),
      }}
      columns={lineColumns(t)}
      files={[ownerLineFile(t, { query, farm: Number(state.filter('farm')) || undefined, writes: mayImport })]}
      filters={
        <>
          <DayRange state={state} label={t('owners:day')} after="day_after" before="day_before" />
          <FarmFilter state={state} label={t('owners:farm')} />
          <ListFilter state={state} name="owner" label={t('owners:owner')} options={optionsOf(owners)} />
        </>
      }
      form={({ row, onClose }) => <LineModal row={row} farms={farms} farm={farm} onClose={onClose} />}
      history={{ list: 'ownerlines', fields: useHistoryFields('ownerlines') }}
    />
  );
}
