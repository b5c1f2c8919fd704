import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { nameSignal } from '#common/format/signal-line.ts';
import { MAX_SIGNAL_NOTE } from '#contract/reports/signal-words.ts';
import { signals } from '#contract/reports/signals.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import type { Signal } from './signal.ts';
import type { Said } from './words.ts';

interface WordModalProps {
  signal: Signal;
  state: Said;
  onClose: () => void;
}

/** Asks for the note that closes a signal. The text stays if the server refuses it or can't be reached. */
export function WordModal({ signal, state, onClose }: WordModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const labels = { note: t(`pages:signals.ask.${state === 'done' ? 'done' : 'explained'}`), state: t('pages:signals.state') };
  const modal = useResourceForm(signals, {
    row: signal,
    // In a conflict, the other user's note has its own state.
    valuesOf: (row) => ({ state: row === signal ? state : row?.state, note: row?.note ?? '', version: row?.version }),
    validate: { note: (note) => (note.trim() === '' ? t('core:errors.required') : null) },
    labels,
    show: (field, value) => (field === 'state' ? t(`pages:signals.states.${value as Said}`) : String(value ?? '')),
  });
  return (
    <FormModal
      {...modal}
      onClose={onClose}
      title={`${t(`pages:signals.act.${state}`)}: ${nameSignal(signal)}`}
      submitLabel={t(`pages:signals.act.${state}`)}
    >
      <Textarea label={labels.note} autosize minRows={2} maxLength={MAX_SIGNAL_NOTE} {...modal.form.getInputProps('note')} />
    </FormModal>
  );
}
