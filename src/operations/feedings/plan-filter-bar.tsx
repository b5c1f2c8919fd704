import { Button, Group } from '@mantine/core';
import { IconFilter, IconRotate } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { DropPanel } from '#src/core/report/filters/drop-panel.tsx';
import { useChosen } from '#src/core/report/filters/filter-options.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { PLAN, PLAN_FILTERS, type PlanFilters } from './use-plan-filters.ts';

const FilterPanel = lazyPart(async () => (await import('#src/core/report/filters/filter-panel.tsx')).FilterPanel);
const FilterChips = lazyPart(async () => (await import('#src/core/report/filters/filter-chips.tsx')).FilterChips);

/** The plan's filters; each choice is a removable chip. */
export function PlanFilterBar({ filters, setFilters, reset }: PlanFilters) {
  const { t } = useTranslation(['operations', 'core']);
  const format = useFormat();
  const chips = useChosen(PLAN, filters, []).filter(({ filter }) => filter !== 'farm');
  return (
    <Group gap="xs" role="search" aria-label={t('operations:planning.filters')}>
      <DropPanel icon={IconFilter} label={t('operations:planning.filter')} preload={FilterPanel.preload}>
        {() => <FilterPanel of={PLAN} offered={PLAN_FILTERS} filters={filters} farms={[]} format={format} onChange={setFilters} />}
      </DropPanel>
      {chips.length > 0 && (
        <Suspense>
          <FilterChips chips={chips} filters={filters} onChange={setFilters} />
        </Suspense>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        px="xs"
        leftSection={<IconRotate size={16} stroke={1.6} aria-hidden />}
        onClick={reset}
      >
        {t('core:actions.reset')}
      </Button>
    </Group>
  );
}
