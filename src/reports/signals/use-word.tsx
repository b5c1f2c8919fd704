import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClosed } from '#contract/reports/signal-words.ts';
import { signals } from '#contract/reports/signals.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import type { Signal } from './signal.ts';
import { WordModal } from './word-modal.tsx';
import type { Said } from './words.ts';

/** Says what became of a signal: that it was seen by one press, why it is closed with a word, in the form to be drawn. */
export function useWord(): { say: (signal: Signal, state: Said) => void; form: ReactNode } {
  const { t } = useTranslation('core');
  const [closing, setClosing] = useState<{ signal: Signal; state: Said } | null>(null);
  const save = useSave(signals, { touches: [{ id: 'history' }] });
  const say = (signal: Signal, state: Said) => {
    if (isClosed(state)) return setClosing({ signal, state });
    save.mutate({ id: signal.id, values: { state, version: signal.version } }, { onError: (error) => toast.error(failureText(t, error)) });
  };
  const form = closing && <WordModal {...closing} onClose={() => setClosing(null)} />;
  return { say, form };
}
