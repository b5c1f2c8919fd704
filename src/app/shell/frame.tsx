import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useDeferredValue } from 'react';
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

/** Sidebar, top bar and the current screen. */
export function Frame() {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
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
          <a className={classes.skip} href="#content">
            {t('core:menu.skip')}
          </a>
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
