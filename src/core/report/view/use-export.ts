import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportInput, OnProgress } from '#common/files/input.ts';
import type { ExportFormat } from '#common/files/protocol.ts';
import type { RunningExport } from '#src/core/export/run.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { toast } from '#src/core/ui/toast.ts';

/** The code that makes files loads with the first file. */
const loadRun = () => loadChunk(() => import('#src/core/export/run.ts'));

export const FORMAT_NAMES: Record<ExportFormat, string> = { xlsx: 'Excel', pdf: 'PDF', csv: 'CSV' };

export interface ExportProgress {
  format: ExportFormat;
  /** Progress from 0 to 1. */
  done: number;
}

/** Starts making a file when its data is loaded. */
type Begin = (onProgress: OnProgress) => Promise<RunningExport>;

/** Makes files one at a time; leaving the page cancels a running one. */
export function useFiles() {
  const { t } = useTranslation('reports');
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const make = async (format: ExportFormat, name: string, begin: Begin) => {
    running.current = new AbortController();
    const { signal } = running.current;
    setProgress({ format, done: 0 });
    try {
      const cancelled = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      const made = begin((done) => setProgress({ format, done })).then(({ promise, cancel }) => {
        if (signal.aborted) cancel();
        signal.addEventListener('abort', cancel);
        return promise;
      });
      // A cancelled file doesn't wait for rows that are still loading.
      const blob = await Promise.race([made, cancelled]);
      (await loadRun()).download(blob, name);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('reports:export.failed'));
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  return { make, cancel: () => running.current?.abort(), progress };
}

/** Makes files of a table. */
export function useExport(title: string, input: () => Promise<ExportInput>, range: { after: string; before: string }) {
  const { t } = useTranslation('reports');
  const { make, ...rest } = useFiles();
  const client = useClientInView();
  const start = async (format: ExportFormat) => {
    try {
      const [{ startExport }, { fileName }] = await Promise.all([loadRun(), loadChunk(() => import('#common/files/file-name.ts'))]);
      const name = fileName(title, range.after, range.before, format, client);
      await make(format, name, async (onProgress) => startExport(format, await input(), { onProgress }));
    } catch {
      // Only loading the code can fail here: later errors are shown by `make`.
      toast.error(t('reports:export.failed'));
    }
  };
  return { start, ...rest };
}
