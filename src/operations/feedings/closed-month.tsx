import { Alert, Anchor } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { closedMonths } from '#contract/operations/closed-months.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useList } from '#src/core/resource/queries.ts';

/** True if the day's month is closed, for users who may see closings. */
export function useClosedMonth(farm: number, day: string, today: string): boolean {
  const { can } = useAccess();
  const month = day.slice(0, 7);
  // Only a past month can be closed.
  const enabled = can('blanks', 'view') && month < today.slice(0, 7);
  const { data, isPlaceholderData } = useList(closedMonths, { farm, closed: true, ordering: '-month', page_size: 1 }, { enabled });
  return enabled && !isPlaceholderData && Boolean(data?.rows.some((closing) => closing.month >= month));
}

/** The reason why the day can't be changed, with a link for users who close months. */
export function ClosedMonth({ farm, day }: { farm: number; day: string }) {
  const { t } = useTranslation(['operations', 'core']);
  const format = useFormat();
  const path = useAppPath();
  const month = day.slice(0, 7);
  return (
    <Alert color="gray" variant="light" mb="md" icon={<IconLock size={18} aria-hidden />} role="status">
      {t('operations:planning.month_closed', { month: format.month(month) })}{' '}
      <Anchor component={Link} to={path(`reports/months?farm=${farm}&year=${month.slice(0, 4)}`)} inherit>
        {t('operations:planning.to_months')}
      </Anchor>
    </Alert>
  );
}
