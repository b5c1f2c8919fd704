import { Button, Group, NavLink, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconRotate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import { codeKey } from '#common/texts/keys.ts';
import { isSwitch } from '#contract/reports/switches.ts';
import { type ListFilter, switchWord } from '#src/core/report/filters.ts';
import { type Offer, OneFilter, type OneFilterProps } from './one-filter.tsx';
import { timesText } from './period-text.ts';

interface FilterPanelProps extends OneFilterProps {
  /** A single filter is shown at once; of several, one is selected first. */
  offered: readonly Offer[];
}

/** Panel with a report's filters and ways of calculation. */
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
