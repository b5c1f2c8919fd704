import { Button, Drawer, Skeleton, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import { api } from '#src/core/api/api.ts';
import { useReturnFocus } from '#src/core/ui/return-focus.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import type { HistoryField } from './difference.ts';
import type { Entry } from './history-entry.tsx';
import { HistoryEntry } from './history-entry.tsx';
import classes from './row-history.module.css';

const PAGE = 20;

interface RowHistoryProps {
  list: HistoryList;
  id: number;
  name: string;
  /** The shown fields in order, with their labels. */
  fields: readonly HistoryField[];
  onClose: () => void;
}

/** Changes of one row: author, time, and values before and after. */
export function RowHistory({ list, id, name, fields, onClose }: RowHistoryProps) {
  useReturnFocus();
  const { t } = useTranslation('core');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    // Under the resource's own id, so that a change refetches it.
    queryKey: [list, 'history', id],
    queryFn: async ({ pageParam, signal }) =>
      (await api.get<Entry[]>(`history/${list}/`, { query: { id, page: pageParam, page_size: PAGE }, signal })) as {
        data: Entry[];
        count: number;
      },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * PAGE < last.count ? pages.length + 1 : undefined),
  });
  const entries = data?.pages.flatMap((page) => page.data);

  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('core:history.of', { name })}
      closeButtonProps={{ 'aria-label': t('core:actions.close') }}
    >
      {error && !data ? (
        <FailedState error={error} onRetry={refetch} />
      ) : !entries ? (
        <Stack aria-busy="true">
          {[0, 1, 2].map((key) => (
            <Skeleton key={key} height={88} data-skeleton />
          ))}
        </Stack>
      ) : entries.length === 0 ? (
        <EmptyState icon={IconHistory} title={t('core:history.empty')} text={t('core:history.empty_text')} />
      ) : (
        <Stack gap="md">
          <ol className={classes.entries} aria-label={t('core:history.title')}>
            {entries.map((entry) => (
              <HistoryEntry key={entry.id} entry={entry} fields={fields} />
            ))}
          </ol>
          {hasNextPage && (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('core:history.more')}
            </Button>
          )}
        </Stack>
      )}
    </Drawer>
  );
}
