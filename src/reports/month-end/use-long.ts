import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#src/core/api/error-text.ts';
import { toast } from '#src/core/ui/toast.ts';

export interface Running {
  signal: AbortSignal;
  onDone: (part: number) => void;
}

/** One long operation at a time, with progress and cancelling. Leaving the screen cancels it, on the server too. */
export function useLong() {
  const { t } = useTranslation('core');
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (work: (running: Running) => Promise<void>, failed?: (error: unknown) => boolean) => {
    const stop = new AbortController();
    running.current = stop;
    setDone(0);
    try {
      await work({ signal: stop.signal, onDone: (part) => stop.signal.aborted || setDone(part) });
    } catch (error) {
      if (!stop.signal.aborted && !failed?.(error)) toast.error(failureText(t, error));
    } finally {
      if (!stop.signal.aborted) setDone(null);
    }
  };
  const cancel = () => {
    running.current?.abort();
    setDone(null);
  };
  return { done, start, cancel };
}
