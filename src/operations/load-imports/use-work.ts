import { useEffect, useRef, useState } from 'react';

/** One piece of work at a time with its progress and its problem in words. The next piece stops the one before. */
export function useWork(explain: (error: unknown) => string) {
  const [problem, setProblem] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (work: (signal: AbortSignal) => Promise<void>, onFailure: () => void) => {
    const stop = new AbortController();
    running.current?.abort();
    running.current = stop;
    setProblem('');
    try {
      await work(stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return;
      setProblem(explain(error));
      onFailure();
    } finally {
      if (running.current === stop) setProgress(null);
    }
  };

  return {
    problem,
    progress,
    setProgress,
    run,
    stop() {
      running.current?.abort();
      setProblem('');
      setProgress(null);
    },
  };
}
