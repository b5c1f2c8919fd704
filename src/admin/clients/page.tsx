import { Button, Paper, TextInput } from '@mantine/core';
import { useDebouncedValue, useIntersection } from '@mantine/hooks';
import {
  IconBuildingCommunity,
  IconDoorEnter,
  IconFileImport,
  IconFileZip,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconSearch,
} from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { accounts } from '#contract/admin/accounts.ts';
import { clients } from '#contract/admin/clients.ts';
import { AccountModal } from '#src/admin/accounts/account-modal.tsx';
import type { Account } from '#src/admin/accounts/columns.tsx';
import { ArchiveProgress } from '#src/admin/archives/archive-progress.tsx';
import { useArchive } from '#src/admin/archives/use-archive.ts';
import { InvitationModal } from '#src/admin/people/invitation-modal.tsx';
import { useLock } from '#src/admin/people/use-lock.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import type { Above } from '#src/core/home/above.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { EmptyState, FailedState, NothingFound } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { ClientModal } from './client-modal.tsx';
import classes from './clients.module.css';
import { ClientsTable, entrance } from './clients-table.tsx';
import { ImportModal } from './import-modal.tsx';
import { type Client, useClients } from './queries.ts';

/** The clients that a person may enter, loaded by twenty. `above` shows their problems. */
export function Page({ above: Above }: { above?: Above }) {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const { can } = useAccess();
  const navigate = useNavigate();
  const lock = useLock(clients);
  const archive = useArchive();
  const [shown, setShown] = useState<Client | 'new' | 'import' | null>(null);
  const [invited, setInvited] = useState<Account | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useClients(search);
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const nearEnd = entry?.isIntersecting ?? false;
  const fit = data?.fit ?? false;

  useEffect(() => {
    if (nearEnd && hasNextPage && fit && !isFetching) void fetchNextPage();
  }, [nearEnd, hasNextPage, fit, isFetching, fetchNextPage]);

  // A client is created with its first user.
  const add = can('client', 'add') && can('user', 'add') ? { label: t('admin:clients.create'), onClick: () => setShown('new') } : undefined;
  const actions = (client: Client) => [
    { label: t('admin:clients.enter'), icon: IconDoorEnter, onClick: () => navigate(entrance(client)) },
    ...(can('client', 'change')
      ? [
          { label: t('admin:actions.edit'), icon: IconPencil, onClick: () => setShown(client) },
          {
            label: t(client.locked ? 'admin:lock.unlock' : 'admin:lock.lock'),
            icon: client.locked ? IconLockOpen : IconLock,
            onClick: () => void lock(client, client.company_name),
          },
          // One at a time, because a running archive would be hidden by a second one.
          ...(archive.busy
            ? []
            : [
                {
                  label: t('pages:archive.download'),
                  icon: IconFileZip,
                  onClick: () => void archive.start(`${clients.path}/${client.id}/archive/`, client.company_name),
                },
              ]),
        ]
      : []),
  ];

  const list = () => {
    if (error && !data) return <FailedState error={error} onRetry={refetch} />;
    if (!data) return <TableSkeleton columns={4} />;
    if (data.rows.length > 0) return <ClientsTable clients={data.rows} actions={actions} />;
    if (search) return <NothingFound onReset={() => setTyped('')} />;
    return <EmptyState icon={IconBuildingCommunity} title={t('admin:clients.empty')} text={t('admin:clients.empty_text')} action={add} />;
  };

  return (
    <>
      <PageHeader
        title={t('admin:clients.title')}
        detail={data && t('admin:clients.count', { count: data.count })}
        actions={
          can('client', 'add') && (
            <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => setShown('import')}>
              {t('pages:archive.take')}
            </Button>
          )
        }
        add={add}
      />
      {Above && (
        <Suspense>
          <Above table="clients" />
        </Suspense>
      )}
      {archive.busy && <ArchiveProgress archive={archive.busy} onCancel={archive.cancel} />}
      <Paper withBorder className={classes.list}>
        <SearchField typed={typed} onType={setTyped} />
        {list()}
        {hasNextPage && (
          <div ref={ref}>
            <TableSkeleton columns={4} />
          </div>
        )}
      </Paper>
      {shown === 'new' && (
        <AccountModal account={null} type="client" title={t('admin:clients.create')} onInvite={setInvited} onClose={() => setShown(null)} />
      )}
      {invited && <InvitationModal path={accounts.path} person={invited} onClose={() => setInvited(null)} />}
      {shown === 'import' && <ImportModal onClose={() => setShown(null)} />}
      {shown && typeof shown === 'object' && <ClientModal client={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function SearchField({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const { t } = useTranslation('core');
  return (
    <div className={classes.bar}>
      <TextInput
        type="search"
        className={classes.search}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        placeholder={t('core:actions.search')}
        aria-label={t('core:actions.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
    </div>
  );
}
