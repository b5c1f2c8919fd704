import { type Icon, IconCoins, IconPlusMinus, IconTags } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import type { Switch } from '#contract/reports/shape.ts';
import { type Filters, switchWord } from '#src/core/report/filters.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { DropPanel } from './drop-panel.tsx';

const SwitchWords = lazyPart(async () => (await import('./switch-words.tsx')).SwitchWords);

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
  return (
    <DropPanel
      icon={ICONS[name]}
      label={`${t(`reports:filter.${name}`)}: ${t(codeKey(`reports:switch.${name}`, held))}`}
      preload={SwitchWords.preload}
    >
      {(close) => (
        <SwitchWords
          name={name}
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
