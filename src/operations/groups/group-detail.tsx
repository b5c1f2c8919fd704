import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import type { HeadCount } from '#contract/operations/groups.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import type { AnimalGroup } from './columns.ts';
import { GroupDays } from './group-days.tsx';
import classes from './groups.module.css';
import { useHeads } from './heads.ts';

const HeadsChart = lazy(() => loadChunk(async () => ({ default: (await import('./heads-chart.tsx')).HeadsChart })));

interface GroupDetailProps {
  farm: number;
  group: AnimalGroup;
  onEdit: () => void;
  onClose: () => void;
}

/** A group with all its head counts and its recent bunk scores. */
export function GroupDetail({ farm, group, onEdit, onClose }: GroupDetailProps) {
  const { t } = useTranslation(['operations', 'core']);
  const format = useFormat();
  const { can } = useAccess();
  const { data, error, refetch } = useHeads(farm, group.id);
  const changed = (heads: readonly HeadCount[], index: number) => {
    const before = heads[index + 1];
    return before ? format.signed('count', heads[index]!.heads - before.heads) : '–';
  };
  return (
    <PlainModal onClose={onClose} size="lg" title={group.name}>
      <Stack>
        <dl className={classes.facts}>
          <div>
            <dt>{t('operations:groups.animal_type')}</dt>
            <dd>{group.animal_type_name}</dd>
          </div>
          <div>
            <dt>{t('operations:groups.heads')}</dt>
            <dd>{format.value('count', group.animal_count)}</dd>
          </div>
        </dl>
        {error && !data && <FailedState error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height={300} data-skeleton aria-label={t('core:loading')} />}
        {data?.length === 0 && <Text c="dimmed">{t('operations:groups.no_heads')}</Text>}
        {data && data.length > 0 && (
          <>
            <figure className={classes.chart} aria-label={t('operations:groups.heads_over_time')}>
              <Suspense fallback={<Skeleton height={176} />}>
                <HeadsChart heads={data} today={todayIn(format.timezone)} />
              </Suspense>
            </figure>
            <div className={classes.changes}>
              <Table verticalSpacing={6} stickyHeader aria-label={t('operations:groups.heads_over_time')}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('operations:groups.since')}</Table.Th>
                    <Table.Th data-right>{t('operations:groups.heads')}</Table.Th>
                    <Table.Th data-right>{t('operations:groups.change')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.map(({ day, heads }, index) => (
                    <Table.Tr key={day}>
                      <Table.Td>{format.value('date', day)}</Table.Td>
                      <Table.Td data-right>{format.value('count', heads)}</Table.Td>
                      <Table.Td data-right>{changed(data, index)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          </>
        )}
        {can('schedule', 'view') && <GroupDays farm={farm} group={group.id} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('core:actions.close')}
          </Button>
          {can('group', 'change') && <Button onClick={onEdit}>{t('operations:actions.edit')}</Button>}
        </Group>
      </Stack>
    </PlainModal>
  );
}
