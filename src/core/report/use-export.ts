import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportInput, OnProgress } from '../export/input.ts';
import type { ExportFormat } from '../export/protocol.ts';
import type { RunningExport } from '../export/run.ts';
import { useClientInView } from '../layout/client-context.ts';
import { loadChunk } from '../ui/load-chunk.ts';
import { toast } from '../ui/toast.ts';

/** What makes files comes with the first one. */
const loadRun = () => loadChunk(() => import('../export/run.ts'));

export const FORMAT_NAMES: Record<ExportFormat, string> = { xlsx: 'Excel', pdf: 'PDF', csv: 'CSV' };

export interface ExportProgress {
  format: ExportFormat;
  /** From 0 to 1. */
  done: number;
}

/** Makes files one at a time; leaving the page gives a running one up. */
export function useFiles() {
  const { t } = useTranslation('reports');
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<RunningExport | null>(null);
  useEffect(() => () => running.current?.cancel(), []);

  const make = async (format: ExportFormat, name: string, begin: (onProgress: OnProgress) => RunningExport) => {
    setProgress({ format, done: 0 });
    try {
      running.current = begin((done) => setProgress({ format, done }));
      const blob = await running.current.promise;
      (await loadRun()).download(blob, name);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('reports:export.failed'));
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  return { make, cancel: () => running.current?.cancel(), progress };
}

/** Files of a table. */
export function useExport(input: () => ExportInput, range: { after: string; before: string }) {
  const { t } = useTranslation('reports');
  const { make, ...rest } = useFiles();
  const client = useClientInView();
  const start = async (format: ExportFormat) => {
    const content = input();
    try {
      const [{ startExport }, { fileName }] = await Promise.all([loadRun(), loadChunk(() => import('../export/file-name.ts'))]);
      const name = fileName(content.title, range.after, range.before, format, client);
      await make(format, name, (onProgress) => startExport(format, content, { onProgress }));
    } catch {
      // Only the part of the program can be missing here: what fails later is told by `make`.
      toast.error(t('reports:export.failed'));
    }
  };
  return { start, ...rest };
}
