import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../core/api/api.ts';
import { failureText } from '../../core/api/error-text.ts';
import { toast } from '../../core/ui/toast.ts';

/** A year of a large herd takes minutes to put together. */
const PATIENCE = 30 * 60_000;

/** A client's whole data as one file; `busy` tells whose is being made. Leaving the screen, or `cancel`, ends it. */
export function useArchive() {
  const { t } = useTranslation(['admin', 'core']);
  const [busy, setBusy] = useState('');
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (path: string, name: string) => {
    const stop = new AbortController();
    running.current = stop;
    setBusy(name);
    try {
      const [response, { download }, { fileName }] = await Promise.all([
        send('GET', path, { signal: stop.signal, timeout: PATIENCE }),
        import('../../core/export/run.ts'),
        import('../../core/export/file-name.ts'),
      ]);
      const day = new Date().toISOString().slice(0, 10);
      download(await response.blob(), fileName(`${t('admin:archive.name')} ${name}`, day, day, 'zip'));
    } catch (error) {
      if (!stop.signal.aborted) toast.error(failureText(t, error));
    } finally {
      if (!stop.signal.aborted) setBusy('');
    }
  };

  const cancel = () => {
    running.current?.abort();
    setBusy('');
  };
  return { busy, start, cancel };
}
