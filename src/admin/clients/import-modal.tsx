import { FileInput, Progress, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileZip } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClientImported, LARGEST_ARCHIVE } from '../../../contract/admin/archives.ts';
import { clients } from '../../../contract/admin/clients.ts';
import { type Answer, send } from '../../core/api/api.ts';
import { refresh } from '../../core/resource/queries.ts';
import { FormModal } from '../../core/ui/form-modal.tsx';
import { ask } from '../../core/ui/question.ts';
import { toast } from '../../core/ui/toast.ts';

const PATIENCE = 30 * 60_000;
const MEGABYTE = 1024 * 1024;

/** A client out of an archive, with what has to be seen to afterwards. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['admin', 'core']);
  const form = useForm<{ file: File | null }>({
    initialValues: { file: null },
    validate: {
      file: (file) => {
        if (!file) return t('core:errors.required');
        return file.size > LARGEST_ARCHIVE ? t('admin:archive.too_large', { limit: LARGEST_ARCHIVE / MEGABYTE }) : null;
      },
    },
  });
  /** How much of the file has gone out; null while nothing is under way. */
  const [sent, setSent] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const save = async ({ file }: typeof form.values) => {
    if (!file) return;
    running.current = new AbortController();
    setSent(0);
    const options = { file, signal: running.current.signal, timeout: PATIENCE, onSent: setSent };
    const response = await send('POST', `${clients.path}/import/`, options).finally(() => setSent(null));
    const { company_name: name, locked } = ((await response.json()) as Answer<ClientImported>).data;
    await refresh(clients);
    if (locked.length === 0) return toast.success(t('admin:archive.taken', { name }));
    await ask({
      title: t('admin:archive.taken', { name }),
      text: t('admin:archive.locked', { emails: locked.join(', ') }),
      confirm: t('core:actions.close'),
      notice: true,
    });
  };

  const step = sent === null ? '' : t(sent < 1 ? 'admin:archive.sending' : 'admin:archive.writing');

  return (
    <FormModal
      opened
      onClose={onClose}
      title={t('admin:archive.take')}
      form={form}
      save={save}
      submitLabel={t('admin:archive.take')}
      onStop={() => running.current?.abort()}
    >
      <Text c="dimmed">{t('admin:archive.take_text')}</Text>
      <FileInput
        label={t('admin:archive.file')}
        accept=".zip,application/zip"
        clearable={sent === null}
        leftSection={<IconFileZip size={18} aria-hidden />}
        disabled={sent !== null}
        {...form.getInputProps('file')}
      />
      {sent !== null && (
        <Stack gap={4}>
          <Text size="sm" role="status">
            {step}
          </Text>
          {/* How long the writing takes isn't known beforehand. */}
          <Progress value={sent * 100} animated={sent === 1} transitionDuration={200} aria-label={step} />
        </Stack>
      )}
    </FormModal>
  );
}
