import { Anchor, Group, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { codeKey } from '#common/texts/keys.ts';
import { budgetView } from '#contract/reports/budget-view.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { SWITCHES } from '#contract/reports/switches.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { type Filters, switchWord, withList } from '#src/core/report/filters.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';

interface ControlsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Chooses the rows of budget and fact, and links to the budgets. */
function Controls({ filters, onChange }: ControlsProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const path = useAppPath();
  const [farm] = filters.lists.farm ?? [];
  return (
    <Group gap="sm" mb="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('reports:filter.budget_rows')}
        data={SWITCHES.budget_rows.map((value) => ({ value, label: t(codeKey('reports:switch.budget_rows', value)) }))}
        value={switchWord(filters, 'budget_rows')}
        onChange={(word) => onChange(withList(filters, 'budget_rows', word === SWITCHES.budget_rows[0] ? [] : [word]))}
      />
      <Anchor component={Link} to={path(`reports/budgets${farm ? `?farm=${farm}` : ''}`)} size="sm">
        {t('pages:budget.open')}
      </Anchor>
    </Group>
  );
}

const shaped: Shaped = {
  viewOf: ({ lists }) => budgetView(lists),
  fit: (filters) => filters,
  controls: (filters, onChange) => <Controls filters={filters} onChange={onChange} />,
  nameOf: ({ filters: { budget_rows } }) => ['budget', budget_rows?.[0]].join('.'),
  rowAddress: () => null,
  pointAddress: () => null,
};

/** Report of budget and fact, with the rows chosen above it. */
export function BudgetPage({ definition }: { definition: ReportDefinition }) {
  // Loads the texts that only this report needs, so that other reports don't wait for them.
  useTranslation('pages');
  return <ReportPage definition={definition} shaped={shaped} />;
}
