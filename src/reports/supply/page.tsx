import { Anchor, Group, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { codeKey } from '#common/texts/keys.ts';
import { addDays } from '#contract/days.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { supplyViewOf } from '#contract/reports/supply-view.ts';
import { SWITCHES } from '#contract/reports/switches.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { pointAddress } from '#src/core/report/drill.ts';
import { type Filters, switchWord, withList } from '#src/core/report/filters.ts';
import { ReportPage, type Shaped } from '#src/core/report/report-page.tsx';

interface ControlsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Options for the number of days ahead, including the first one. */
const WINDOWS = [14, 30, 60, 90, 365];
const DAY_MS = 86_400_000;

/** Chooses the days ahead and the needs, and links to the scenarios. */
function Controls({ filters, onChange }: ControlsProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const path = useAppPath();
  const { can } = useAccess();
  const { after, before } = filters;
  const days = (Date.parse(before) - Date.parse(after)) / DAY_MS + 1;
  return (
    <Group gap="sm" mb="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('pages:supply.window')}
        data={WINDOWS.map((window) => ({ value: String(window), label: t('pages:supply.days', { days: window }) }))}
        value={String(days)}
        onChange={(window) => onChange({ ...filters, before: addDays(after, Number(window) - 1) })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('reports:filter.supply_basis')}
        data={SWITCHES.supply_basis.map((value) => ({ value, label: t(codeKey('reports:switch.supply_basis', value)) }))}
        value={switchWord(filters, 'supply_basis')}
        onChange={(word) => onChange(withList(filters, 'supply_basis', word === SWITCHES.supply_basis[0] ? [] : [word]))}
      />
      {can('ingredient', 'view') && (
        <Anchor component={Link} to={path('stock/scenarios')} size="sm">
          {t('pages:supply.open')}
        </Anchor>
      )}
    </Group>
  );
}

const shaped: Shaped = {
  viewOf: ({ lists }) => supplyViewOf(lists),
  fit: (filters) => filters,
  controls: (filters, onChange) => <Controls filters={filters} onChange={onChange} />,
  nameOf: ({ filters: { scenario } }) => (scenario?.length ? 'supply.scenarios' : 'supply'),
  rowAddress: () => null,
  pointAddress,
};

/** Report of how long stock lasts, at present needs and by scenario. */
export function SupplyPage({ definition }: { definition: ReportDefinition }) {
  // Loads the texts that only this report needs, so that other reports don't wait for them.
  useTranslation('pages');
  return <ReportPage definition={definition} shaped={shaped} />;
}
