import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import homeClasses from '#src/app/home/home.module.css';
import { Home } from '#src/app/home/home.tsx';
import { useMe } from '#src/core/api/session.ts';
import type { AboveProps } from '#src/core/home/above.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { hadHomeBoard, useHomeBoard } from './use-home-board.ts';

const HomeBoard = lazyPart(async () => (await import('./home-board.tsx')).HomeBoard);

/** Above the companies: the board that the person chose as home, otherwise the parts of home that the person's rights open. */
function OwnHome() {
  const { t } = useTranslation('core');
  const me = useMe();
  const board = useHomeBoard();
  // The usual parts would be replaced a moment later.
  if (board === undefined && hadHomeBoard(me.id)) return <Skeleton height={320} data-skeleton />;
  if (!board) return <Home table="companies" />;
  return (
    <section className={homeClasses.home} aria-label={t('core:menu.home')}>
      <Suspense fallback={<Skeleton height={320} data-skeleton />}>
        <HomeBoard board={board} />
      </Suspense>
    </section>
  );
}

/** Content above the list of a start page. */
export const Landing = ({ table }: AboveProps) => (table === 'companies' ? <OwnHome /> : <Home table={table} />);
