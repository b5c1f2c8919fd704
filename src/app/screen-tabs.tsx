import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccess } from '#src/core/access/use-access.ts';
import { appPath, useCurrentClient } from '#src/core/api/place.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { TAB_SETS, type TabSet } from '#src/core/layout/screen.ts';
import { TabsContext } from '#src/core/layout/tabs-context.ts';
import { SCREENS } from './screens.ts';

/** Gives a screen the other tabs of its set that the user may open. */
export function ScreenTabs({ set, children }: { set: TabSet; children: ReactNode }) {
  const { t } = useTranslation(['core', 'operations', 'admin']);
  const access = useAccess();
  const client = useCurrentClient();
  const tabs = useMemo(
    () =>
      TAB_SETS[set].flatMap((id) => {
        const screen = SCREENS.find((one) => one.id === id);
        return screen && mayOpen(screen, access) ? [{ label: t(screen.title), to: appPath(screen.route, client) }] : [];
      }),
    [set, access, client, t],
  );
  return <TabsContext value={tabs}>{children}</TabsContext>;
}
