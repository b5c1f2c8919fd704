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
  /** Failed, or beyond the tolerance: red, with a warning sign beside the status's word. */
  beyond?: boolean;
}

/** A loading status by word, sign and colour. */
export function StatusBadge({ status, beyond = false }: StatusBadgeProps) {
  const { t } = useTranslation('core');
  const StatusIcon = beyond ? IconAlertTriangle : ICONS[status];
  return (
    <span className={classes.badge} data-status={beyond ? 'beyond' : status}>
      <StatusIcon size={14} aria-hidden />
      {t(`core:status.${status}`)}
      {beyond && <span className={classes.hidden}>{t('core:beyond_tolerance')}</span>}
    </span>
  );
}
