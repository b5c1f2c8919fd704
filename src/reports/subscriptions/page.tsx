import { IconHistory, IconLink, IconLinkOff, IconPencil, IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellWords } from '#common/files/cell-words.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { subscriptions } from '#contract/reports/subscriptions.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import type { RowAction } from '#src/core/resource/row-actions.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { ask } from '#src/core/ui/question.ts';
import { toast } from '#src/core/ui/toast.ts';
import { subscriptionColumns } from './columns.tsx';
import { SavedTabs } from './saved-tabs.tsx';
import { SendingsModal } from './sendings-modal.tsx';
import { useNewSubscription } from './use-new-subscription.tsx';
import type { Subscription } from './values.ts';

/** Subscriptions, with the result of the last sending and the time of the next one. */
export function Page() {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { language, units, clock } = useFormat();
  const screen = useResourceScreen(subscriptions, { ordering: 'saved_name', nameOf: ({ saved_name }) => saved_name });
  const { open, renew, modals } = useNewSubscription();
  const [history, setHistory] = useState<Subscription | null>(null);
  const columns = useMemo(
    () => subscriptionColumns(t, (timezone) => createFormatter({ language, units, clock, timezone, labels: cellWords(t) })),
    [t, language, units, clock],
  );
  const mayChange = screen.may('change');

  const notify = async (call: Promise<unknown>, message: string) => {
    try {
      await call;
      toast.success(message);
      await refresh(subscriptions);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
  const newLink = async (row: Subscription) => {
    const title = t('pages:sending.new_link');
    if (row.link_expires_at && !(await ask({ title, text: t('pages:sending.new_link_text'), confirm: title }))) return;
    await renew(row);
  };
  const revoke = async ({ id }: Subscription) => {
    const title = t('pages:sending.revoke');
    if (!(await ask({ title, text: t('pages:sending.revoke_text'), confirm: title, danger: true }))) return;
    await notify(api.delete(`${subscriptions.path}/${id}/link/`), t('pages:sending.revoked'));
  };

  const changes = (row: Subscription): RowAction[] => {
    const edit = { label: t('pages:sending.edit'), icon: IconPencil, onClick: () => open({ subscription: row }) };
    if (row.way === 'email') {
      const send = () => void notify(api.post(`${subscriptions.path}/${row.id}/send/`, { body: {} }), t('pages:sending.on_its_way'));
      return row.active && !row.stopped ? [{ label: t('pages:sending.send_now'), icon: IconSend, onClick: send }, edit] : [edit];
    }
    const link = { label: t('pages:sending.new_link'), icon: IconLink, onClick: () => void newLink(row) };
    return row.link_expires_at
      ? [link, edit, { label: t('pages:sending.revoke'), icon: IconLinkOff, danger: true, onClick: () => void revoke(row) }]
      : [link, edit];
  };

  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconSend}
        above={<SavedTabs />}
        texts={{
          title: t('reports:sending.title'),
          detail: t('pages:sending.detail'),
          create: t('pages:sending.create'),
          empty: t('pages:sending.empty'),
          empty_text: t('pages:sending.empty_text'),
        }}
        columns={columns}
        files={[]}
        onAdd={screen.add && (() => open({ subscription: null }))}
        onOpen={(row) => (row.way === 'email' ? setHistory(row) : mayChange && open({ subscription: row }))}
        actions={(row, { remove }) => [
          row.way === 'email' && { label: t('pages:sending.history'), icon: IconHistory, onClick: () => setHistory(row) },
          ...(mayChange ? changes(row) : []),
          remove,
        ]}
      />
      {modals}
      {history && <SendingsModal subscription={history} onClose={() => setHistory(null)} />}
    </>
  );
}
