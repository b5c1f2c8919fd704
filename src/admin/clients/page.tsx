import { Paper, TextInput } from '@mantine/core';
import { useDebouncedValue, useIntersection } from '@mantine/hooks';
import { IconBuildingCommunity, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../core/layout/page-header.tsx';
import { EmptyState, FailedState, NothingFound } from '../../core/ui/states.tsx';
import { TableSkeleton } from '../../core/ui/table-skeleton.tsx';
import classes from './clients.module.css';
import { ClientsTable } from './clients-table.tsx';
import { useClients } from './queries.ts';

/** The clients one may enter; the next twenty come as one scrolls. */
export function Page() {
  const { t } = useTranslation(['admin', 'core']);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useClients(search);
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const nearEnd = entry?.isIntersecting ?? false;

  useEffect(() => {
    if (nearEnd && hasNextPage && !isFetching) void fetchNextPage();
  }, [nearEnd, hasNextPage, isFetching, fetchNextPage]);

  const list = () => {
    if (error && !data) return <FailedState error={error} onRetry={refetch} />;
    if (!data) return <TableSkeleton columns={4} />;
    if (data.rows.length > 0) return <ClientsTable clients={data.rows} />;
    if (search) return <NothingFound onReset={() => setTyped('')} />;
    return <EmptyState icon={IconBuildingCommunity} title={t('admin:clients.empty')} text={t('admin:clients.empty_text')} />;
  };

  return (
    <>
      <PageHeader title={t('admin:clients.title')} detail={data && t('admin:clients.count', { count: data.count })} />
      <Paper withBorder className={classes.list}>
        <div className={classes.bar}>
          <TextInput
            type="search"
            className={classes.search}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            placeholder={t('core:actions.search')}
            aria-label={t('core:actions.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
          />
        </div>
        {list()}
        {hasNextPage && (
          <div ref={ref}>
            <TableSkeleton columns={4} />
          </div>
        )}
      </Paper>
    </>
  );
}
