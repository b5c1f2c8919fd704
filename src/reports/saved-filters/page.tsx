import { IconBookmarks, IconLink, IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { savedReports } from '#contract/operations/blanks.ts';
import { reportNamed } from '#contract/reports/index.ts';
import { BOARD_SHARE } from '#contract/reports/shares.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { copyLink } from '#src/core/report/filters/copy-link.ts';
import { type SavedFilter, savedAddress } from '#src/core/report/saved/saved-filters.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { SavedTabs } from '#src/reports/subscriptions/saved-tabs.tsx';
import { useNewSubscription } from '#src/reports/subscriptions/use-new-subscription.tsx';
import { savedColumns } from './columns.ts';
import { EditModal } from './edit-modal.tsx';

/** Reports with saved filters, by name. */
export function Page() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const path = useAppPath();
  const navigate = useNavigate();
  const screen = useResourceScreen<typeof savedReports, SavedFilter>(savedReports, {
    query: { kind: 'filter' },
    guard: { permission: 'filters' },
  });
  const buildAddress = ({ report_type, filters: { board, ...filters } }: SavedFilter) => {
    if (report_type === BOARD_SHARE) return path(savedAddress({ route: `boards/${board}` }, filters));
    const report = reportNamed(report_type);
    return report && path(savedAddress(report, filters));
  };
  const open = (saved: SavedFilter) => {
    const address = buildAddress(saved);
    if (address) navigate(address);
  };
  const share = (saved: SavedFilter) => void copyLink(new URL(buildAddress(saved) ?? '', window.location.href).href, t);
  const { open: deliver, modals } = useNewSubscription();
  const mayDeliver = screen.may('add');
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconBookmarks}
        above={<SavedTabs />}
        texts={{
          title: t('reports:saved.menu'),
          detail: t('reports:saved.detail'),
          edit: t('reports:saved.edit'),
          empty: t('reports:saved.none'),
          empty_text: t('reports:saved.none_text'),
        }}
        columns={savedColumns(t, useFormat())}
        files={[]}
        onOpen={open}
        actions={(saved, { edit, remove }) => [
          { label: t('reports:filter.share'), icon: IconLink, onClick: () => share(saved) },
          mayDeliver && { label: t('pages:sending.deliver'), icon: IconSend, onClick: () => deliver({ subscription: null, saved }) },
          edit,
          remove,
        ]}
        form={({ row, onClose }) => row && <EditModal saved={row} onClose={onClose} />}
      />
      {modals}
    </>
  );
}
