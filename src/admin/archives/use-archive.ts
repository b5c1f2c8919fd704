import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { deviceTimezone } from '#common/format/device-timezone.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { type FileProgress, fetchFile } from '#src/core/api/file.ts';
import { toast } from '#src/core/ui/toast.ts';

/** Time-out in ms: a year of a large herd takes minutes. */
const PATIENCE = 30 * 60_000;

export interface RunningArchive extends FileProgress {
  /** The client's name. */
  name: string;
}

/** A client's whole data as one file, one at a time. Leaving the screen, or `cancel`, ends it, also on the server. */
export function useArchive() {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const [busy, setBusy] = useState<RunningArchive | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (path: string, name: string) => {
    const stop = new AbortController();
    running.current = stop;
    setBusy({ name, stage: 'making', part: 0 });
    const onProgress = (progress: FileProgress) => stop.signal.aborted || setBusy({ name, ...progress });
    try {
      const [file, { download }, { fileName }] = await Promise.all([
        fetchFile(path, { signal: stop.signal, timeout: PATIENCE, onProgress }),
        import('#src/core/export/run.ts'),
        import('#common/files/file-name.ts'),
      ]);
      const day = todayIn(deviceTimezone());
      download(file, fileName(`${t('pages:archive.name')} ${name}`, day, day, 'zip'));
    } catch (error) {
      if (!stop.signal.aborted) toast.error(failureText(t, error));
    } finally {
      if (!stop.signal.aborted) setBusy(null);
    }
  };

  const cancel = () => {
    running.current?.abort();
    setBusy(null);
  };
  return { busy, start, cancel };
}
