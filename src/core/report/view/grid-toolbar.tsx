import { ActionIcon, Group, TextInput } from '@mantine/core';
import {
  IconBaselineDensityLarge,
  IconBaselineDensitySmall,
  IconCards,
  IconChartBar,
  IconSearch,
  IconTable,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Density } from '#src/core/layout/density.ts';
import { Tip } from '#src/core/ui/tip.tsx';
import classes from './grid-toolbar.module.css';

const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
const BUTTON = { variant: 'subtle', color: 'gray', size: 30 } as const;

interface GridToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  /** Number of rows, in words. */
  count: string;
  /** The change and its causes, next to the search. */
  sentence?: ReactNode;
  /** Controls at the end of the bar. */
  children: ReactNode;
}

/** The bar above a report's rows: search, number of rows, and controls. */
export function GridToolbar({ search, onSearch, count, sentence, children }: GridToolbarProps) {
  const { t } = useTranslation(['reports', 'core']);
  return (
    <Group className={classes.bar} gap="xs" data-sentence={Boolean(sentence)}>
      <TextInput
        className={classes.search}
        size="xs"
        type="search"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        placeholder={t('reports:grid.search')}
        aria-label={t('reports:grid.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={
          search && (
            <ActionIcon variant="subtle" color="gray" size="xs" aria-label={t('core:actions.reset')} onClick={() => onSearch('')}>
              <IconX size={14} aria-hidden />
            </ActionIcon>
          )
        }
      />
      <span className={classes.count}>{t('reports:grid.rows', { total: count })}</span>
      {sentence}
      <Group className={classes.tools} gap={4}>
        {children}
      </Group>
    </Group>
  );
}

/** Folds and unfolds the charts above the rows. */
export function ChartsButton({ folded, turn }: { folded: boolean; turn: () => void }) {
  const { t } = useTranslation('reports');
  const label = t(folded ? 'reports:chart.unfold' : 'reports:chart.fold');
  return (
    <Tip label={label}>
      <ActionIcon {...BUTTON} variant={folded ? 'subtle' : 'light'} aria-label={label} aria-expanded={!folded} onClick={turn}>
        <IconChartBar {...ICON} />
      </ActionIcon>
    </Tip>
  );
}

/** Shows the rows of a phone as cards or as a table. */
export function CardsButton({ cards, onTurn }: { cards: boolean; onTurn: () => void }) {
  const { t } = useTranslation('reports');
  return (
    <ActionIcon {...BUTTON} aria-label={t(cards ? 'reports:grid.as_table' : 'reports:grid.as_cards')} onClick={onTurn}>
      {cards ? <IconTable {...ICON} /> : <IconCards {...ICON} />}
    </ActionIcon>
  );
}

export function DensityButton({ density, onTurn }: { density: Density; onTurn: () => void }) {
  const { t } = useTranslation('reports');
  const isCompact = density === 'compact';
  const label = t(isCompact ? 'reports:grid.comfortable' : 'reports:grid.compact');
  return (
    <Tip label={label}>
      <ActionIcon {...BUTTON} aria-label={label} onClick={onTurn}>
        {isCompact ? <IconBaselineDensityLarge {...ICON} /> : <IconBaselineDensitySmall {...ICON} />}
      </ActionIcon>
    </Tip>
  );
}
