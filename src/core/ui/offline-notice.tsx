import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { online } from '#src/core/api/network.ts';
import { useStore } from '#src/core/api/store.ts';
import classes from './offline-notice.module.css';

/** Shows that the server can't be reached and that the shown data is the last one received. */
export function OfflineNotice() {
  const { t } = useTranslation('core');
  if (useStore(online)) return null;
  return (
    <div className={classes.notice} role="status">
      <IconCloudOff size={16} aria-hidden />
      <span>{t('core:offline')}</span>
    </div>
  );
}
