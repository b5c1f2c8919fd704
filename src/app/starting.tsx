import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import classes from './starting.module.css';
import { whenReachable } from './when-reachable.ts';

/** Before the first screen is there; quiet for the first moments. */
export function Starting() {
  const { t } = useTranslation('core');
  return <div className={classes.starting} role="status" aria-label={t('core:loading')} />;
}

const reload = () => window.location.reload();

/**
 * The program couldn't start: no network and no stored session, or a part failed to load. It starts automatically once the server is back.
 */
export function StartFailed({ again = reload }: { again?: () => void }) {
  const { t } = useTranslation('core');
  const error = useRouteError();
  const offline = typeof error === 'object' && error !== null && 'status' in error && error.status === 0;
  useEffect(() => (offline ? whenReachable(again) : undefined), [offline, again]);
  return (
    <div className={classes.failed} role="alert">
      <p>{t(offline ? 'core:errors.offline' : 'core:failed.title')}</p>
      <button type="button" onClick={again}>
        {t('core:actions.retry')}
      </button>
    </div>
  );
}
