import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { closeoutView } from '#contract/reports/closeout-view.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import type { Filters } from '#src/core/report/filters.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';

/** Link to the screen where weights are entered. */
function ToWeights({ filters }: { filters: Filters }) {
  const { t } = useTranslation('milk');
  const path = useAppPath();
  const { can } = useAccess();
  const farms = useFarms().data ?? [];
  const farm = farms.find(({ id }) => String(id) === filters.lists.farm?.[0]) ?? farms[0];
  if (!farm || !can('group', 'view')) return null;
  return (
    <Anchor component={Link} to={path(`companies/${farm.company}/farms/${farm.id}/weights`)} size="sm" display="inline-block" mb="xs">
      {t('milk:closeout.record')}
    </Anchor>
  );
}

const shaped: Shaped = {
  viewOf: () => closeoutView,
  fit: (filters) => filters,
  controls: (filters) => <ToWeights filters={filters} />,
  nameOf: () => 'closeout',
  rowAddress: () => null,
  pointAddress: () => null,
};

/** Closeout report of groups whose animals are weighed. */
export function CloseoutPage({ definition }: { definition: ReportDefinition }) {
  // Loads the texts that only this report needs, so that other reports don't wait for them.
  useTranslation('milk');
  return <ReportPage definition={definition} shaped={shaped} />;
}
