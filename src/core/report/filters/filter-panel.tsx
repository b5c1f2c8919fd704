import { Button, Group, NavLink, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { type Filters, type ListFilter, withList } from '#src/core/report/filters.ts';
import { FarmShortcuts } from './farm-shortcuts.tsx';
import { type Filtered, useFilterOptions } from './filter-options.ts';
import { OptionList } from './option-list.tsx';

interface FilterPanelProps {
  of: Filtered;
  /** One filter is shown at once; of several, one is chosen first. */
  offered: readonly ListFilter[];
  filters: Filters;
  farms: readonly FarmCard[];
  onChange: (filters: Filters) => void;
}

function OneFilter({ of, filter, filters, farms, onChange }: Omit<FilterPanelProps, 'offered'> & { filter: ListFilter }) {
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

/** What a report can be narrowed to. */
export function FilterPanel({ offered, ...rest }: FilterPanelProps) {
  const { t } = useTranslation('reports');
  const [opened, setOpened] = useState<ListFilter | null>(null);
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
            onClick={() => setOpened(one)}
            rightSection={
              <Group gap={4}>
                {rest.filters.lists[one] && <Text c="green">{rest.filters.lists[one].length}</Text>}
                <IconChevronRight size={16} aria-hidden />
              </Group>
            }
          />
        ))}
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
          onClick={() => setOpened(null)}
        >
          {t(codeKey('reports:filter', filter))}
        </Button>
      )}
      <OneFilter filter={filter} {...rest} />
    </Stack>
  );
}
