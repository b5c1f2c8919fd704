import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FarmCard } from '#contract/operations/farms.ts';

interface FarmShortcutsProps {
  farms: readonly FarmCard[];
  onChange: (farms: string[]) => void;
}

/** Chooses all farms of a company, or all farms, with one click. */
export function FarmShortcuts({ farms, onChange }: FarmShortcutsProps) {
  const { t } = useTranslation('reports');
  const companies = [...new Map(farms.map(({ company, company_name }) => [company, company_name]))];
  const choose = (chosen: readonly FarmCard[]) => onChange(chosen.map(({ id }) => String(id)));
  if (farms.length < 2) return null;
  return (
    <Group gap={4}>
      <Button size="compact-xs" variant="light" onClick={() => choose(farms)}>
        {t('reports:filter.all_farms')}
      </Button>
      {companies.length > 1 &&
        companies.map(([id, name]) => (
          <Button
            key={id}
            size="compact-xs"
            variant="light"
            color="gray"
            aria-label={`${t('reports:filter.company')}: ${name}`}
            onClick={() => choose(farms.filter(({ company }) => company === id))}
          >
            {name}
          </Button>
        ))}
    </Group>
  );
}
