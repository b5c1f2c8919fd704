import { ActionIcon, Button, Group, Pill, Tooltip } from '@mantine/core';
import { IconArrowsDiff, IconBookmarks, IconCalendar, IconClock, IconFilter, IconLink, IconRotate, IconTractor } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { isSwitch, type ReportDefinition } from '../../../contract/reports/shape.ts';
import { useAccess } from '../access/use-access.ts';
import { daysText } from '../format/days-text.ts';
import type { Formatter } from '../format/formatter.ts';
import { loadChunk } from '../ui/load-chunk.ts';
import { toast } from '../ui/toast.ts';
import { justBefore } from './days.ts';
import { DropPanel } from './drop-panel.tsx';
import classes from './filter-bar.module.css';
import type { Chosen } from './filter-options.ts';
import { isCompared, isListFilter, isTimed, switchesOf, withList } from './filters.ts';
import { periodText, timesText } from './period-text.ts';
import { SwitchPanel } from './switch-panel.tsx';
import type { ReportFilters } from './use-report-filters.ts';

const FilterPanel = lazy(() => loadChunk(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel })));
const SavedPanel = lazy(() => loadChunk(async () => ({ default: (await import('./saved-panel.tsx')).SavedPanel })));
const TimePanel = lazy(() => loadChunk(async () => ({ default: (await import('./time-panel.tsx')).TimePanel })));
const PeriodPanel = lazy(() => loadChunk(async () => ({ default: (await import('./period-panel.tsx')).PeriodPanel })));

interface FilterBarProps {
  definition: Pick<ReportDefinition, 'filters' | 'id' | 'route'>;
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
  const share = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      toast.success(t('reports:filter.link_copied'));
    } catch {
      toast.error(t('reports:filter.link_failed'));
    }
  };

  return (
    <Group className={classes.bar} gap="xs" role="search" aria-label={t('reports:filter.title')}>
      {farms.length > 1 && (
        <DropPanel icon={IconTractor} name={t('reports:filter.farm')} label={farmNames.join(', ')}>
          {() => <FilterPanel offered={['farm']} filters={filters} farms={farms} onChange={setFilters} />}
        </DropPanel>
      )}
      <DropPanel icon={IconCalendar} name={t('reports:filter.period')} label={periodText(filters, today, t, format)}>
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
        <DropPanel icon={IconClock} name={t('reports:filter.loaded_time')} label={timesText(filters, t, format)}>
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
        <DropPanel icon={IconFilter} label={t('reports:filter.add')}>
          {() => <FilterPanel offered={offered} filters={filters} farms={farms} onChange={setFilters} />}
        </DropPanel>
      )}
      {chips.map(({ filter, value, label }) => (
        <Pill
          key={`${filter}-${value}`}
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-label': t('reports:filter.remove', { name: label }), tabIndex: 0, 'aria-hidden': false }}
          onRemove={() => setFilters(withList(filters, filter, filters.lists[filter]?.filter((one) => one !== value) ?? []))}
        >
          {t(`reports:filter.${filter}`)}: {label}
        </Pill>
      ))}
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
      {can('additional', 'view') && farm > 0 && (
        <DropPanel icon={IconBookmarks} label={t('reports:saved.title')}>
          {(close) => <SavedPanel definition={definition} filters={filters} farm={farm} close={close} />}
        </DropPanel>
      )}
      <Tooltip label={t('reports:filter.share')}>
        <ActionIcon
          className={classes.share}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('reports:filter.share')}
          onClick={share}
        >
          <IconLink size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
