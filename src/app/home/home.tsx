import { Button, Skeleton } from '@mantine/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '#src/core/access/use-access.ts';
import type { AboveProps } from '#src/core/home/above.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { ErrorBoundary } from '#src/core/ui/failures.tsx';
import { useFirstSteps } from '#src/operations/first-steps/use-first-steps.ts';
import { blocksFor, boardsFor, type ShownBlock } from './blocks.ts';
import classes from './home.module.css';

/** Blocks shown at first; a button shows the others. */
const LEADING = 5;

/** True once the table below has its rows, or can't get them: figures don't delay it. */
export function useTableIsThere(table: AboveProps['table']): boolean {
  const client = useQueryClient();
  useIsFetching({ queryKey: [table] });
  return client
    .getQueryCache()
    .findAll({ queryKey: [table] })
    .some(({ state }) => state.status !== 'pending' || state.fetchStatus === 'paused');
}

interface BlocksProps {
  blocks: readonly ShownBlock[];
  /** True once the list below has loaded, which figures don't delay. */
  begins: boolean;
  /** Blocks shown at first. */
  leading?: number;
}

/** Parts of home: the first ones, and the others behind a button. */
export function Blocks({ blocks, begins, leading = LEADING }: BlocksProps) {
  const { t } = useTranslation(['core', 'pages']);
  const [all, setAll] = useState(false);
  const waits = <Skeleton height={160} data-skeleton />;
  return (
    <>
      <div className={classes.blocks}>
        {(all ? blocks : blocks.slice(0, leading)).map(({ id, wide, Block }, index) => (
          <div key={id} className={classes.block} data-wide={(wide && index === 0) || undefined}>
            <ErrorBoundary>{begins ? <Suspense fallback={waits}>{<Block />}</Suspense> : waits}</ErrorBoundary>
          </div>
        ))}
      </div>
      {blocks.length > leading && (
        <Button variant="default" size="xs" mt="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('pages:home.fewer') : t('pages:home.more', { number: blocks.length - leading })}
        </Button>
      )}
    </>
  );
}

function HomeBlocks({ blocks, table }: { blocks: readonly ShownBlock[]; table: AboveProps['table'] }) {
  const { t } = useTranslation('core');
  return (
    <section className={classes.home} aria-label={t('core:menu.home')}>
      <Blocks blocks={blocks} begins={useTableIsThere(table)} />
    </section>
  );
}

/** The day of a client's own people. During the first steps there is none yet. */
function Day() {
  const access = useAccess();
  const { data: farms = [] } = useFarms();
  const setsUp = useFirstSteps() !== null;
  const blocks = blocksFor(access, farms.length);
  return setsUp || blocks.length === 0 ? null : <HomeBlocks blocks={blocks} table="companies" />;
}

function Boards() {
  const blocks = boardsFor(useAccess());
  return blocks.length === 0 ? null : <HomeBlocks blocks={blocks} table="clients" />;
}

/** The parts of home above the list on which a person lands. The person's rights decide which. */
export const Home = ({ table }: AboveProps) => (table === 'clients' ? <Boards /> : <Day />);
