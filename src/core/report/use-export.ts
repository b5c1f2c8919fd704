import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileName } from '../export/file-name.ts';
import type { ExportInput, OnProgress } from '../export/input.ts';
import type { ExportFormat } from '../export/protocol.ts';
import { download, type RunningExport, startExport } from '../export/run.ts';
import { toast } from '../ui/toast.ts';

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
      download(await running.current.promise, name);
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
  const { make, ...rest } = useFiles();
  const start = (format: ExportFormat) => {
    const content = input();
    return make(format, fileName(content.title, range.after, range.before, format), (onProgress) =>
      startExport(format, content, { onProgress }),
    );
  };
  return { start, ...rest };
}
