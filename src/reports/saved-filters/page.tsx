import { IconBookmarks, IconLink, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { savedReports } from '#contract/operations/blanks.ts';
import { reportNamed } from '#contract/reports/index.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { copyLink } from '#src/core/report/filters/copy-link.ts';
import { type SavedFilter, savedAddress } from '#src/core/report/saved/saved-filters.ts';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { SavedTabs } from '#src/reports/subscriptions/saved-tabs.tsx';
import { useNewSubscription } from '#src/reports/subscriptions/use-new-subscription.tsx';
import { savedColumns } from './columns.ts';
import { EditModal } from './edit-modal.tsx';

/** Reports with their filters, by the names they were saved under. */
export function Page() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { can } = useAccess();
  const path = useAppPath();
  const navigate = useNavigate();
  const format = useFormat();
  const state = useListState({ ordering: 'name' });
  const result = useList<typeof savedReports, SavedFilter>(savedReports, { ...state.query, kind: 'filter' });
  const remove = useRemove(savedReports);
  const [edited, setEdited] = useState<SavedFilter | null>(null);
  const addressOf = ({ report_type, filters }: SavedFilter) => {
    const report = reportNamed(report_type);
    return report && path(savedAddress(report.route, filters));
  };
  const open = (saved: SavedFilter) => {
    const address = addressOf(saved);
    if (address) navigate(address);
  };
  const { open: deliver, modals } = useNewSubscription();
  const actions = (saved: SavedFilter) => [
    {
      label: t('reports:filter.share'),
      icon: IconLink,
      onClick: () => void copyLink(new URL(addressOf(saved) ?? '', window.location.href).href, t),
    },
    ...(can('filters', 'add')
      ? [{ label: t('pages:sending.deliver'), icon: IconSend, onClick: () => deliver({ subscription: null, saved }) }]
      : []),
    ...(can('filters', 'change') ? [{ label: t('reports:saved.edit'), icon: IconPencil, onClick: () => setEdited(saved) }] : []),
    ...(can('filters', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(saved.id, saved.name) }]
      : []),
  ];
  return (
    <>
      <PageHeader title={t('reports:saved.menu')} detail={t('reports:saved.detail')} />
      <SavedTabs />
      <ResourceTable
        label={t('reports:saved.menu')}
        columns={savedColumns(t, format)}
        result={result}
        state={state}
        nameOf={({ name }) => name}
        onOpen={open}
        actions={actions}
        empty={<EmptyState icon={IconBookmarks} title={t('reports:saved.none')} text={t('reports:saved.none_text')} />}
      />
      {modals}
      {edited && <EditModal saved={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
