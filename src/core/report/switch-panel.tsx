import { NavLink, Stack } from '@mantine/core';
import { type Icon, IconCoins, IconPlusMinus, IconTags } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SWITCHES, type Switch } from '../../../contract/reports/shape.ts';
import { DropPanel } from './drop-panel.tsx';
import { type Filters, switchWord, withList } from './filters.ts';

interface SwitchPanelProps {
  name: Switch;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

const ICONS: Record<Switch, Icon> = { prices: IconTags, price_basis: IconCoins, deviation: IconPlusMinus };

/** One of a few ways to reckon, always with one that holds. */
export function SwitchPanel({ name, filters, onChange }: SwitchPanelProps) {
  const { t } = useTranslation('reports');
  const held = switchWord(filters, name);
  const words: readonly string[] = SWITCHES[name];
  return (
    <DropPanel icon={ICONS[name]} name={t(`reports:filter.${name}`)} label={t(`reports:switch.${name}.${held}`)}>
      {(close) => (
        <Stack gap={0}>
          {words.map((word) => (
            <NavLink
              key={word}
              component="button"
              type="button"
              label={t(`reports:switch.${name}.${word}`)}
              description={t(`reports:switch_text.${name}.${word}`)}
              active={word === held}
              onClick={() => {
                onChange(withList(filters, name, word === words[0] ? [] : [word]));
                close();
              }}
            />
          ))}
        </Stack>
      )}
    </DropPanel>
  );
}
