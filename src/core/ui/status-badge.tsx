import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconClock,
  IconLoader,
  IconTruckLoading,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LoadingStatus } from '#contract/kinds.ts';
import classes from './status-badge.module.css';

const ICONS: Record<LoadingStatus, Icon> = {
  waited: IconClock,
  in_process: IconLoader,
  loaded: IconCircleCheck,
  out_process: IconTruckLoading,
  uploaded: IconCircleCheckFilled,
};

interface StatusBadgeProps {
  status: LoadingStatus;
  /** Failed or outside the tolerance: amber, with a warning sign next to the word. */
  beyond?: boolean;
  /** The deviation out of tolerance with its unit; replaces the status word. */
  problem?: string | undefined;
}

/** A loading's status as a word with sign and colour. */
export function StatusBadge({ status, beyond = false, problem }: StatusBadgeProps) {
  const { t } = useTranslation('core');
  const StatusIcon = beyond ? IconAlertTriangle : ICONS[status];
  return (
    <span className={classes.badge} data-status={beyond ? 'beyond' : status}>
      <StatusIcon size={14} aria-hidden />
      {problem ?? t(`core:status.${status}`)}
      {beyond && <span className={classes.hidden}>{`${problem ? t(`core:status.${status}`) : ''} ${t('core:beyond_tolerance')}`}</span>}
    </span>
  );
}
