import { IconBlender, IconCopy, IconEye, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { recipes } from '#contract/operations/recipes.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { ComputerOnly, useOnPhone } from '#src/core/ui/on-phone.tsx';
import { useFarmOptions } from '#src/domain/stock/choices.ts';
import { recipeColumns } from './columns.ts';

/** The compound feeds that the farms make. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const navigate = useNavigate();
  const path = useAppPath();
  const screen = useResourceScreen(recipes, { filters: ['farm'], ofFarm: true });
  const to = (rest: string) => () => navigate(path(`stock/fodder/${rest}`));
  const phone = useOnPhone();
  const mayAdd = screen.may('add') && !phone;
  const mayChange = screen.may('change') && !phone;
  const mayCraft = can('animalfeed_delivery', 'add');
  return (
    <ResourceScreen
      screen={screen}
      icon={IconBlender}
      above={phone && screen.may('change') && <ComputerOnly />}
      texts={{
        title: t('operations:fodder.title'),
        create: t('operations:fodder.create'),
        empty: t('pages:fodder.empty'),
        empty_text: t('pages:fodder.empty_text'),
      }}
      columns={recipeColumns(t)}
      filters={<ListFilter state={screen.state} name="farm" label={t('pages:fodder.farm')} options={useFarmOptions()} />}
      onAdd={mayAdd ? to('create') : undefined}
      onOpen={({ id }) => to(`${id}/recipe/edit`)()}
      actions={({ id }) => [
        mayCraft && { label: t('pages:fodder.craft'), icon: IconBlender, onClick: to(`${id}/craft`) },
        {
          label: t(mayChange ? 'pages:fodder.edit' : 'pages:fodder.details'),
          icon: mayChange ? IconPencil : IconEye,
          onClick: to(`${id}/recipe/edit`),
        },
        mayAdd && { label: t('pages:fodder.copy'), icon: IconCopy, onClick: to(`${id}/recipe/create`) },
      ]}
    />
  );
}
