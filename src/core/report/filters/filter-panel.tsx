import { Button, Group, NavLink, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconRotate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { isSwitch } from '#contract/reports/switches.ts';
import { type Filters, type ListFilter, switchWord, withList } from '#src/core/report/filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { FarmShortcuts } from './farm-shortcuts.tsx';
import { type Filtered, useFilterOptions } from './filter-options.ts';
import { OptionList } from './option-list.tsx';
import { timesText } from './period-text.ts';
import { SwitchWords } from './switch-words.tsx';
import { TimePanel } from './time-panel.tsx';

const PeriodPanel = lazyPart(async () => (await import('./period-panel.tsx')).PeriodPanel);

/** What the panel offers: lists and ways to calculate, the days (on a phone), the time of day. */
export type Offer = ListFilter | 'period' | 'loaded_time';

interface FilterPanelProps {
  of: Filtered;
  /** One filter is shown at once; of several, one is chosen first. */
  offered: readonly Offer[];
  filters: Filters;
  farms: readonly FarmCard[];
  /** Where the days are among what is offered. */
  today?: string;
  format: Formatter;
  onChange: (filters: Filters) => void;
  /** Everything as it was at first; offered beside several filters. */
  onReset?: () => void;
}

function OneList({ of, filter, filters, farms, onChange }: Omit<FilterPanelProps, 'offered'> & { filter: ListFilter }) {
  const { t } = useTranslation('reports');
  const { options, error } = useFilterOptions(of, filter, filters, farms);
  const chosen = filters.lists[filter] ?? [];
  const change = (next: string[]) => {
    // A report is always of some farm.
    if (filter !== 'farm' || next.length > 0) onChange(withList(filters, filter, next));
  };
  return (
    <>
      {filter === 'farm' && <FarmShortcuts farms={farms} onChange={change} />}
      <OptionList label={t(codeKey('reports:filter', filter))} options={options} error={error} chosen={chosen} onChange={change} />
    </>
  );
}

function OneFilter({ filter, back, ...rest }: Omit<FilterPanelProps, 'offered'> & { filter: Offer; back: () => void }) {
  const { filters, today, onChange } = rest;
  const choose = (next: Filters) => {
    onChange(next);
    back();
  };
  if (filter === 'period')
    return <PeriodPanel range={filters} today={today ?? filters.before} onChange={(range) => choose({ ...filters, ...range })} />;
  if (filter === 'loaded_time') {
    const { times, ...others } = filters;
    return <TimePanel times={times} onChange={(next) => choose({ ...others, ...(next ? { times: next } : {}) })} />;
  }
  if (isSwitch(filter)) return <SwitchWords name={filter} filters={filters} onChange={choose} />;
  return <OneList filter={filter} {...rest} />;
}

/** What a report can be narrowed to, and how it is calculated. */
export function FilterPanel({ offered, onReset, ...rest }: FilterPanelProps) {
  const { t } = useTranslation(['reports', 'core']);
  const [opened, setOpened] = useState<Offer | null>(null);
  const { filters, format } = rest;
  const back = () => setOpened(null);
  const stands = (name: Offer): string | undefined => {
    if (name === 'period') return daysText(filters, format);
    if (name === 'loaded_time') return timesText(filters, t, format);
    return isSwitch(name) ? t(codeKey(`reports:switch.${name}`, switchWord(filters, name))) : undefined;
  };
  const filter = offered.length === 1 ? offered[0]! : opened;
  if (!filter) {
    return (
      <Stack gap={0}>
        {offered.map((one) => (
          <NavLink
            key={one}
            component="button"
            type="button"
            label={t(codeKey('reports:filter', one))}
            description={stands(one)}
            onClick={() => setOpened(one)}
            rightSection={
              <Group gap={4}>
                {!stands(one) && filters.lists[one as ListFilter] && <Text c="green">{filters.lists[one as ListFilter]?.length}</Text>}
                <IconChevronRight size={16} aria-hidden />
              </Group>
            }
          />
        ))}
        {onReset && (
          <Button
            mt="xs"
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconRotate size={16} stroke={1.6} aria-hidden />}
            onClick={onReset}
          >
            {t('core:actions.reset')}
          </Button>
        )}
      </Stack>
    );
  }
  return (
    <Stack gap="xs">
      {offered.length > 1 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          justify="flex-start"
          px={4}
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          onClick={back}
        >
          {t(codeKey('reports:filter', filter))}
        </Button>
      )}
      <OneFilter filter={filter} back={back} {...rest} />
    </Stack>
  );
}
