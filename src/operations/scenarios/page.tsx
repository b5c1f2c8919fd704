import { IconArrowsDiff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { scenarios } from '#contract/operations/scenarios.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useFarmOptions } from '#src/domain/stock/choices.ts';
import { scenarioColumns } from './columns.ts';
import { scenarioFile } from './file.ts';
import { ScenarioModal } from './scenario-modal.tsx';

/** The scenarios of the year ahead, for the report on supply. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const path = useAppPath();
  const screen = useResourceScreen(scenarios, { filters: ['farm'], ofFarm: true });
  const farms = useFarmOptions();
  return (
    <ResourceScreen
      screen={screen}
      icon={IconArrowsDiff}
      crumbs={[{ label: t('operations:needs.title'), to: path('stock/needs') }]}
      texts={{
        title: t('operations:scenarios.title'),
        detail: t('pages:scenarios.detail'),
        create: t('pages:scenarios.create'),
        empty: t('pages:scenarios.empty'),
        empty_text: t('pages:scenarios.empty_text'),
      }}
      columns={scenarioColumns(t)}
      files={[scenarioFile(t, screen.query, screen.mayImport)]}
      filters={farms.length > 1 && <ListFilter state={screen.state} name="farm" label={t('pages:scenarios.farm')} options={farms} />}
      form={({ row, onClose }) => <ScenarioModal scenario={row} onClose={onClose} />}
    />
  );
}
