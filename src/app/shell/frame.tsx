import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useDeferredValue, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { ClientContext, ClientUnitsContext } from '#src/core/format/client-context.ts';
import { FarmContext } from '#src/core/format/farm-context.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { OfflineNotice } from '#src/core/ui/offline-notice.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import classes from './frame.module.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useAskedFor } from './type-ahead.ts';
import { useShell } from './use-shell.ts';

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette);

const BottomBar = lazyPart(async () => (await import('./bottom-bar.tsx')).BottomBar);

const ViewingNotice = lazyPart(async () => (await import('./viewing-notice.tsx')).ViewingNotice);

const Bell = lazyPart(async () => (await import('#src/reports/signals/bell.tsx')).Bell);

const NextStep = lazyPart(async () => (await import('#src/operations/first-steps/next-step.tsx')).NextStep);

/** The list or grid of the current screen. */
const findTable = () => document.querySelector('#content :is(table, [role=grid], [role=treegrid])');

/** Focuses the first stop of the screen's table: a heading, or the first button of a row. */
function goToTable() {
  findTable()?.querySelector<HTMLElement>('a, button, input, [tabindex]')?.focus();
}

/** The first stops of Tab: links to the content, and to its table if there is one. */
function SkipLinks() {
  const { t } = useTranslation(['core', 'reports']);
  const toTable = useRef<HTMLButtonElement>(null);
  const showNext = () => {
    if (toTable.current) toTable.current.hidden = findTable() === null;
  };
  return (
    <>
      <a className={classes.skip} href="#content" onFocus={showNext}>
        {t('core:menu.skip')}
      </a>
      <button type="button" className={classes.skip} ref={toTable} onClick={goToTable}>
        {t('reports:grid.skip')}
      </button>
    </>
  );
}

/** Sidebar, top bar and the current screen. */
export function Frame() {
  // The texts of the parts, so that they appear together.
  useTranslation(['core', 'operations', 'reports', 'admin']);
  const shell = useShell();
  const small = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const [openings, openPalette] = useAskedFor();
  // False during the first render, so that nothing secondary is loaded while it runs.
  const afterFirstLook = useDeferredValue(true, false);
  const isInClient = afterFirstLook && (shell.place.clientUser || shell.clientInView);

  return (
    <ClientContext value={shell.clientInView}>
      <ClientUnitsContext value={shell.units}>
        <FarmContext value={shell.farm}>
          <SkipLinks />
          <div className={classes.frame}>
            <Sidebar shell={shell} />
            <div className={classes.column}>
              <TopBar shell={shell} small={small} onSearch={openPalette}>
                {isInClient && (
                  <Suspense>
                    <Bell />
                  </Suspense>
                )}
              </TopBar>
              {shell.me.viewer !== null && (
                <Suspense>
                  <ViewingNotice me={shell.me} />
                </Suspense>
              )}
              <OfflineNotice />
              {isInClient && (
                <Suspense>
                  <NextStep />
                </Suspense>
              )}
              <main id="content" className={classes.content} tabIndex={-1}>
                <Suspense fallback={<TableSkeleton />}>
                  <Outlet />
                </Suspense>
              </main>
              {small && !shell.screen?.fillsPhone && (
                <Suspense>
                  <BottomBar shell={shell} />
                </Suspense>
              )}
            </div>
          </div>
          {openings > 0 && (
            <Suspense>
              <Palette shell={shell} openings={openings} />
            </Suspense>
          )}
        </FarmContext>
      </ClientUnitsContext>
    </ClientContext>
  );
}
