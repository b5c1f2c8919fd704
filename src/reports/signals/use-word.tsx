import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClosed } from '#contract/reports/signal-words.ts';
import { signals } from '#contract/reports/signals.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import type { Signal } from './signal.ts';
import { WordModal } from './word-modal.tsx';
import type { Said } from './words.ts';

/** Sets a signal's state: seen with one click, closed with a note in the returned form. */
export function useWord(): { say: (signal: Signal, state: Said) => void; form: ReactNode } {
  const { t } = useTranslation('core');
  const [closing, setClosing] = useState<{ signal: Signal; state: Said } | null>(null);
  const save = useSave(signals, { touches: [{ id: 'history' }] });
  /** The previous click, which may still be running: the next one uses its result. */
  const saved = useRef<Promise<Signal | null>>(Promise.resolve(null));

  const mark = async (signal: Signal, state: Said): Promise<Signal | null> => {
    try {
      return await save.mutateAsync({ id: signal.id, values: { state, version: signal.version } });
    } catch (error) {
      toast.error(failureText(t, error));
      return null;
    }
  };
  const say = async (shown: Signal, state: Said) => {
    const before = await saved.current;
    const signal = before?.id === shown.id && before.version > shown.version ? before : shown;
    if (isClosed(state)) setClosing({ signal, state });
    else saved.current = mark(signal, state);
  };
  const form = closing && <WordModal {...closing} onClose={() => setClosing(null)} />;
  return { say: (signal, state) => void say(signal, state), form };
}
