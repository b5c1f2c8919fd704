import { Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsDiff, IconCalendar, IconFilter, IconShare2, IconTractor } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { isManner, SWITCHES } from '#contract/reports/switches.ts';
import { type Filters, isCompared, isListFilter, isTimed, switchWord, waysToReckon } from '#src/core/report/filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { DropPanel } from './drop-panel.tsx';
import classes from './filter-bar.module.css';
import type { Chosen } from './filter-options.ts';
import type { Offer } from './one-filter.tsx';
import { periodText } from './period-text.ts';
import type { ReportFilters } from './use-report-filters.ts';

const PreviousDays = lazyPart(async () => (await import('./previous-days.tsx')).PreviousDays);
const FilterPanel = lazyPart(async () => (await import('./filter-panel.tsx')).FilterPanel);
const SharePanel = lazyPart(async () => (await import('./share-panel.tsx')).SharePanel);
const FilterChips = lazyPart(async () => (await import('./filter-chips.tsx')).FilterChips);
const SwitchWords = lazyPart(async () => (await import('./switch-words.tsx')).SwitchWords);
const PeriodPanel = lazyPart(async () => (await import('./period-panel.tsx')).PeriodPanel);

interface FilterBarProps {
  definition: Pick<ReportDefinition, 'filters' | 'id' | 'route' | 'label' | 'address'>;
  state: Pick<ReportFilters, 'filters' | 'setFilters' | 'reset' | 'farms' | 'today'>;
  chosen: readonly Chosen[];
  format: Formatter;
  /** Shown at the end of the bar. */
  children?: ReactNode;
}

/** Bar with farms, days, further filters and sharing. On a phone, one button opens all of them. */
export function FilterBar({ definition, state, chosen, format, children }: FilterBarProps) {
  const { t } = useTranslation('reports');
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const { filters, setFilters, reset, farms, today } = state;
  const farmNames = chosen.filter(({ filter }) => filter === 'farm').map(({ label }) => label);
  const reckoned = waysToReckon(definition.filters);
  const isComparable = definition.filters.includes('compare_with');
  const lists = definition.filters.filter(isListFilter).filter((filter) => filter !== 'farm' && !isManner(filter));
  const offered: Offer[] = [
    ...(phone && farms.length > 1 ? (['farm'] as const) : []),
    ...(phone ? (['period'] as const) : []),
    ...(phone && isComparable ? (['compare_with'] as const) : []),
    ...lists,
    ...(isTimed(definition.filters) ? (['loaded_time'] as const) : []),
    ...reckoned,
  ];
  const turned = reckoned.filter((name) => switchWord(filters, name) !== SWITCHES[name][0]).length;
  const narrowed = chosen.filter(({ filter }) => filter !== 'farm').length + turned + (filters.times ? 1 : 0);
  const panel = { of: definition, filters, farms, today, format, onChange: setFilters };
  const days = periodText(filters, today, t, format);

  return (
    <Group className={classes.bar} gap={8} wrap="nowrap" role="search" aria-label={t('reports:filter.title')}>
      {phone ? (
        <Text className={classes.scope} c="dimmed" size="xs">
          {[farmNames.join(', '), daysText(filters, format)].filter(Boolean).join(' · ')}
        </Text>
      ) : (
        <>
          {farms.length > 1 && (
            <DropPanel icon={IconTractor} name={t('reports:filter.farm')} label={farmNames.join(', ')} preload={FilterPanel.preload}>
              {() => <FilterPanel {...panel} offered={['farm']} />}
            </DropPanel>
          )}
          <DropPanel icon={IconCalendar} name={t('reports:filter.period')} label={days} preload={PeriodPanel.preload}>
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
        </>
      )}
      {!phone && isComparable && <ComparisonDrop filters={filters} onChange={setFilters} />}
      {isCompared(definition.filters) && (
        <Suspense>
          <PreviousDays filters={filters} today={today} format={format} onChange={setFilters} />
        </Suspense>
      )}
      {offered.length > 0 && (
        <DropPanel
          icon={IconFilter}
          label={narrowed > 0 ? `${t('reports:filter.add')} · ${narrowed}` : t('reports:filter.add')}
          preload={FilterPanel.preload}
        >
          {() => <FilterPanel {...panel} offered={offered} onReset={reset} />}
        </DropPanel>
      )}
      <DropPanel quiet icon={IconShare2} label={t('reports:filter.pass_on')} preload={SharePanel.preload}>
        {(close) => <SharePanel definition={definition} filters={filters} today={today} format={format} close={close} />}
      </DropPanel>
      {children}
    </Group>
  );
}

/** Chooses the period with which a report is compared. */
function ComparisonDrop({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { t } = useTranslation('reports');
  const comparedWith = switchWord(filters, 'compare_with');
  const isOn = comparedWith !== 'none';
  const name = t('reports:filter.compare_with');
  return (
    <DropPanel
      icon={IconArrowsDiff}
      {...(isOn && { name })}
      quiet={!isOn}
      wordy={isOn}
      label={isOn ? t(codeKey('reports:switch.compare_with', comparedWith)) : name}
      preload={SwitchWords.preload}
    >
      {(close) => (
        <SwitchWords
          name="compare_with"
          filters={filters}
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </DropPanel>
  );
}

/** Chips of the chosen filters, each removable; nothing if none is chosen. */
export function ChosenChips({ state, chosen }: Pick<FilterBarProps, 'state' | 'chosen'>) {
  const chips = chosen.filter(({ filter }) => filter !== 'farm');
  if (chips.length === 0) return null;
  return (
    <Group className={classes.chips} gap={6}>
      <Suspense>
        <FilterChips chips={chips} filters={state.filters} onChange={state.setFilters} />
      </Suspense>
    </Group>
  );
}
