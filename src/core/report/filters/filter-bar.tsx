import { ActionIcon, Button, Group } from '@mantine/core';
import { IconArrowsDiff, IconBookmarks, IconCalendar, IconClock, IconFilter, IconLink, IconRotate, IconTractor } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { periodOf } from '#contract/periods.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { isSwitch } from '#contract/reports/switches.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { isCompared, isListFilter, isTimed, switchesOf } from '#src/core/report/filters.ts';
import { savedValues } from '#src/core/report/saved/saved-filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { Tip } from '#src/core/ui/tip.tsx';
import { copyLink } from './copy-link.ts';
import { justBefore } from './days.ts';
import { DropPanel } from './drop-panel.tsx';
import classes from './filter-bar.module.css';
import type { Chosen } from './filter-options.ts';
import { periodText, timesText } from './period-text.ts';
import { SwitchPanel } from './switch-panel.tsx';
import type { ReportFilters } from './use-report-filters.ts';

const FilterPanel = lazyPart(async () => (await import('./filter-panel.tsx')).FilterPanel);
const SavedPanel = lazyPart(async () => (await import('#src/core/report/saved/saved-panel.tsx')).SavedPanel);
const FilterChips = lazyPart(async () => (await import('./filter-chips.tsx')).FilterChips);
const TimePanel = lazyPart(async () => (await import('./time-panel.tsx')).TimePanel);
const PeriodPanel = lazyPart(async () => (await import('./period-panel.tsx')).PeriodPanel);

interface FilterBarProps {
  definition: Pick<ReportDefinition, 'filters' | 'id' | 'route' | 'address'>;
  state: Pick<ReportFilters, 'filters' | 'setFilters' | 'reset' | 'farms' | 'today'>;
  chosen: readonly Chosen[];
  format: Formatter;
}

/** Farm, days and whatever the report can be narrowed by; each choice is a chip that can be taken away. */
export function FilterBar({ definition, state, chosen, format }: FilterBarProps) {
  const { t } = useTranslation(['reports', 'core']);
  const { can } = useAccess();
  const { filters, setFilters, reset, farms, today } = state;
  const offered = definition.filters.filter(isListFilter).filter((filter) => filter !== 'farm' && !isSwitch(filter));
  const farmNames = chosen.filter(({ filter }) => filter === 'farm').map(({ label }) => label);
  const chips = chosen.filter(({ filter }) => filter !== 'farm');
  const previous = filters.previous ?? justBefore(filters);
  const farm = Number(filters.lists.farm?.[0]);
  const kept = { ...savedValues(filters), daysText: daysText(filters, format), period: periodOf(filters, today) };

  return (
    <Group className={classes.bar} gap="xs" role="search" aria-label={t('reports:filter.title')}>
      {farms.length > 1 && (
        <DropPanel icon={IconTractor} name={t('reports:filter.farm')} label={farmNames.join(', ')} preload={FilterPanel.preload}>
          {() => <FilterPanel of={definition} offered={['farm']} filters={filters} farms={farms} onChange={setFilters} />}
        </DropPanel>
      )}
      <DropPanel
        icon={IconCalendar}
        name={t('reports:filter.period')}
        label={periodText(filters, today, t, format)}
        preload={PeriodPanel.preload}
      >
        {(close) => (
          <PeriodPanel
            range={filters}
            today={today}
            onChange={(range) => {
              setFilters({ ...filters, ...range });
              close();
            }}
          />
        )}
      </DropPanel>
      {isCompared(definition.filters) && (
        <DropPanel
          icon={IconArrowsDiff}
          name={t('reports:filter.previous')}
          label={`${t('reports:filter.previous')}: ${daysText(previous, format)}`}
          preload={PeriodPanel.preload}
        >
          {(close) => (
            <PeriodPanel
              range={previous}
              today={today}
              onChange={(range) => {
                setFilters({ ...filters, previous: range });
                close();
              }}
            />
          )}
        </DropPanel>
      )}
      {isTimed(definition.filters) && (
        <DropPanel
          icon={IconClock}
          name={t('reports:filter.loaded_time')}
          label={timesText(filters, t, format)}
          preload={TimePanel.preload}
        >
          {(close) => (
            <TimePanel
              times={filters.times}
              onChange={(times) => {
                const { times: _, ...others } = filters;
                setFilters({ ...others, ...(times ? { times } : {}) });
                close();
              }}
            />
          )}
        </DropPanel>
      )}
      {switchesOf(definition.filters).map((name) => (
        <SwitchPanel key={name} name={name} filters={filters} onChange={setFilters} />
      ))}
      {offered.length > 0 && (
        <DropPanel icon={IconFilter} label={t('reports:filter.add')} preload={FilterPanel.preload}>
          {() => <FilterPanel of={definition} offered={offered} filters={filters} farms={farms} onChange={setFilters} />}
        </DropPanel>
      )}
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
      {can('filters', 'view') && farm > 0 && (
        <DropPanel icon={IconBookmarks} label={t('reports:saved.title')} preload={SavedPanel.preload}>
          {(close) => <SavedPanel definition={definition} kept={kept} farm={farm} close={close} />}
        </DropPanel>
      )}
      <Tip label={t('reports:filter.share')}>
        <ActionIcon
          className={classes.share}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('reports:filter.share')}
          onClick={() => void copyLink(window.location.href, t)}
        >
          <IconLink size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tip>
    </Group>
  );
}
