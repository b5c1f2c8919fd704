import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_SIGNAL_NOTE } from '#contract/reports/signal-words.ts';
import { MAX_CLOSED_AT_ONCE, signals } from '#contract/reports/signals.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import type { Signal } from './signal.ts';

const REASONS = ['explained', 'done'] as const;

/** Closes all open signals of the filtered list with one note. */
export function CloseAll({ query, count }: { query: Query; count: number }) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const [ids, setIds] = useState<number[] | null>(null);
  if (count < 2 || count > MAX_CLOSED_AT_ONCE) return null;
  // The signals listed now: those that appear while the note is typed stay open.
  const open = async () => {
    try {
      const all = { ...query, page: 1, page_size: MAX_CLOSED_AT_ONCE };
      setIds((await api.get<Signal[]>(`${signals.path}/`, { query: all })).data.map(({ id }) => id));
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
  return (
    <>
      <Button variant="default" leftSection={<IconChecks size={16} aria-hidden />} onClick={() => void open()}>
        {t('pages:signals.close_all', { number: format.value('count', count) })}
      </Button>
      {ids && <CloseAllModal ids={ids} onClose={() => setIds(null)} />}
    </>
  );
}

function CloseAllModal({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const form = useForm({
    initialValues: { state: 'explained' as (typeof REASONS)[number], note: '' },
    validate: { note: (note) => (note.trim() === '' ? t('core:errors.required') : null) },
  });
  const close = async (values: typeof form.values) => {
    const { data } = await api.post<{ closed: number }>(`${signals.path}/close/`, { body: { ...values, ids } });
    toast.success(t('pages:signals.closed', { number: format.value('count', data.closed) }));
    await refresh(signals, { id: 'history' });
  };
  const title = t('pages:signals.close_all', { number: format.value('count', ids.length) });
  return (
    <FormModal onClose={onClose} form={form} title={title} submitLabel={title} save={close}>
      <SegmentedControl
        fullWidth
        aria-label={t('pages:signals.state')}
        data={REASONS.map((state) => ({ value: state, label: t(`pages:signals.act.${state}`) }))}
        {...form.getInputProps('state')}
      />
      <Textarea
        label={t(`pages:signals.ask.${form.values.state}`)}
        autosize
        minRows={2}
        maxLength={MAX_SIGNAL_NOTE}
        {...form.getInputProps('note')}
      />
    </FormModal>
  );
}
