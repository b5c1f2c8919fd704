import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileName } from '../export/file-name.ts';
import type { ExportInput } from '../export/input.ts';
import type { ExportFormat } from '../export/protocol.ts';
import { download, type RunningExport, startExport } from '../export/run.ts';
import { toast } from '../ui/toast.ts';

export interface ExportProgress {
  format: ExportFormat;
  /** From 0 to 1. */
  done: number;
}

/** Makes files one at a time; leaving the page gives a running one up. */
export function useExport(input: () => ExportInput, range: { after: string; before: string }) {
  const { t } = useTranslation('reports');
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<RunningExport | null>(null);
  useEffect(() => () => running.current?.cancel(), []);

  const start = async (format: ExportFormat) => {
    const content = input();
    setProgress({ format, done: 0 });
    try {
      running.current = startExport(format, content, { onProgress: (done) => setProgress({ format, done }) });
      download(await running.current.promise, fileName(content.title, range.after, range.before, format));
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('reports:export.failed'));
    } finally {
      running.current = null;
      setProgress(null);
    }
  };
  return { start, cancel: () => running.current?.cancel(), progress };
}
