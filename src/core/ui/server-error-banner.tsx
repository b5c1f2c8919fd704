import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { serverError } from '#src/core/api/network.ts';
import { useStore } from '#src/core/api/store.ts';
import classes from './server-error-banner.module.css';

const SHOWN_MS = 3000;

/** Shown after every 5xx response; disappears on a click, or 3 s after the last one. */
export function ServerErrorBanner() {
  const { t } = useTranslation('core');
  const raised = useStore(serverError);
  useEffect(() => {
    if (raised === 0) return;
    const timer = setTimeout(() => serverError.set(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [raised]);
  if (raised === 0) return null;
  return (
    <div role="alert">
      <button type="button" className={classes.banner} title={t('core:actions.close')} onClick={() => serverError.set(0)}>
        SERVER ERROR!
      </button>
    </div>
  );
}
