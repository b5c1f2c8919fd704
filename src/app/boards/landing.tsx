import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { findRole } from '#src/app/home/blocks.ts';
import homeClasses from '#src/app/home/home.module.css';
import { Home, useTableIsThere } from '#src/app/home/home.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useMe } from '#src/core/api/session.ts';
import type { AboveProps } from '#src/core/home/above.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { useFirstSteps } from '#src/operations/first-steps/use-first-steps.ts';
import { hadHomeBoard, useHomeBoard } from './use-home-board.ts';

const RoleBoard = lazyPart(async () => (await import('./role-board.tsx')).RoleBoard);
const HomeBoard = lazyPart(async () => (await import('./home-board.tsx')).HomeBoard);

/** The board of the person's role, or the parts of home that the person's rights open. */
function RoleHome() {
  const { t } = useTranslation('core');
  const setsUp = useFirstSteps() !== null;
  const role = findRole(useAccess());
  const begins = useTableIsThere('companies');
  if (setsUp || role === null) return <Home table="companies" />;
  const waits = <Skeleton height={320} data-skeleton />;
  return (
    <section className={homeClasses.home} aria-label={t('core:menu.home')}>
      {begins ? (
        <Suspense fallback={waits}>
          <RoleBoard role={role} />
        </Suspense>
      ) : (
        waits
      )}
    </section>
  );
}

/** Above the companies: the board that the person chose as home, otherwise the board of the person's role. */
function OwnHome() {
  const { t } = useTranslation('core');
  const me = useMe();
  const board = useHomeBoard();
  // The usual parts would be replaced a moment later.
  if (board === undefined && hadHomeBoard(me.id)) return <Skeleton height={320} data-skeleton />;
  if (!board) return <RoleHome />;
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
