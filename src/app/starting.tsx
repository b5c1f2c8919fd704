import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import classes from './starting.module.css';

/** Before the first screen is there; quiet for the first moments. */
export function Starting() {
  const { t } = useTranslation('core');
  return <div className={classes.starting} role="status" aria-label={t('core:loading')} />;
}

/** The program couldn't begin: no network and no session known, or a part of it didn't come. */
export function StartFailed() {
  const { t } = useTranslation('core');
  const error = useRouteError();
  const offline = typeof error === 'object' && error !== null && 'status' in error && error.status === 0;
  return (
    <div className={classes.failed} role="alert">
      <p>{t(offline ? 'core:errors.offline' : 'core:failed.title')}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {t('core:actions.retry')}
      </button>
    </div>
  );
}
