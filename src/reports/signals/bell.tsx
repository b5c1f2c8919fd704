import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ResourceId } from '#contract/resource-ids.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useAppPath } from '#src/core/api/place.ts';
import classes from './bell.module.css';
import { SEES_SIGNALS } from './screens.ts';
import type { OPEN_STATES } from './signal.ts';

/** Literals, because the contract loads with the screens of signals. */
const SIGNALS = 'signals' satisfies ResourceId;
const OPEN: typeof OPEN_STATES = ['new', 'seen'];
/** A larger number doesn't fit. */
const MAX_SHOWN = 99;

/** In the header: the number of signals that go on and are open, as the linked list shows it. */
export function Bell() {
  const { t } = useTranslation('pages');
  const path = useAppPath();
  const isVisible = useAccess().canAny(SEES_SIGNALS);
  const { data: count } = useQuery({
    queryKey: [SIGNALS, 'bell'],
    enabled: isVisible,
    queryFn: async ({ signal }) => {
      const query = { state: OPEN, over: false, page_size: 1 };
      const { data, count: all = data.length } = await api.get<unknown[]>(`manager/${SIGNALS}/`, { query, signal });
      return all;
    },
  });
  if (!isVisible) return null;
  return (
    <ActionIcon
      component={Link}
      to={path('reports/signals?over=false')}
      className={classes.bell}
      variant="subtle"
      color="gray"
      size={40}
      aria-label={count === undefined ? t('pages:signals.title') : t('pages:signals.block_title', { number: count })}
    >
      <IconBell size={20} aria-hidden />
      {count !== undefined && count > 0 && (
        <span className={classes.count} aria-hidden>
          {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
        </span>
      )}
    </ActionIcon>
  );
}
