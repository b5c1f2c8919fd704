import { FileInput, Progress, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileZip } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClientImported, LARGEST_ARCHIVE } from '#contract/admin/archives.ts';
import { clients } from '#contract/admin/clients.ts';
import { type Answer, send } from '#src/core/api/api.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { ask } from '#src/core/ui/question.ts';
import { toast } from '#src/core/ui/toast.ts';

const PATIENCE = 30 * 60_000;
const MEGABYTE = 1024 * 1024;

/** Imports a client from an archive and shows the remaining tasks. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const form = useForm<{ file: File | null }>({
    initialValues: { file: null },
    validate: {
      file: (file) => {
        if (!file) return t('core:errors.required');
        return file.size > LARGEST_ARCHIVE ? t('pages:archive.too_large', { limit: LARGEST_ARCHIVE / MEGABYTE }) : null;
      },
    },
  });
  /** Progress of sending the file and then of writing its rows; null while nothing runs. */
  const [progress, setProgress] = useState<{ step: 'sending' | 'writing'; part: number } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const save = async ({ file }: typeof form.values) => {
    if (!file) return;
    running.current = new AbortController();
    setProgress({ step: 'sending', part: 0 });
    const onSent = (part: number) => setProgress(part < 1 ? { step: 'sending', part } : { step: 'writing', part: 0 });
    const onDone = (part: number) => setProgress({ step: 'writing', part });
    const options = { file, signal: running.current.signal, timeout: PATIENCE, onSent, onDone };
    const response = await send('POST', `${clients.path}/import/`, options).finally(() => setProgress(null));
    const { company_name: name, locked, own, renamed } = ((await response.json()) as Answer<ClientImported>).data;
    await refresh(clients);
    const warnings = [
      own ? '' : t('pages:archive.foreign'),
      locked.length > 0 ? t('pages:archive.locked', { emails: locked.join(', ') }) : '',
      renamed.length > 0 ? t('pages:archive.renamed', { names: renamed.map((row) => `${row.name} → ${row.becomes}`).join(', ') }) : '',
    ].filter(Boolean);
    if (warnings.length === 0) return toast.success(t('pages:archive.taken', { name }));
    await ask({
      title: t('pages:archive.taken', { name }),
      text: warnings.join(' '),
      confirm: t('core:actions.close'),
      notice: true,
    });
  };

  return (
    <FormModal
      onClose={onClose}
      title={t('pages:archive.take')}
      form={form}
      save={save}
      submitLabel={t('pages:archive.take')}
      onStop={() => running.current?.abort()}
    >
      <Text c="dimmed">{t('pages:archive.take_text')}</Text>
      <FileInput
        label={t('pages:archive.file')}
        accept=".zip,application/zip"
        clearable={progress === null}
        leftSection={<IconFileZip size={18} aria-hidden />}
        disabled={progress !== null}
        {...form.getInputProps('file')}
      />
      {progress && (
        <Stack gap={4}>
          <Text size="sm" role="status">
            {t(`pages:archive.${progress.step}`)}
          </Text>
          <Progress value={Math.round(progress.part * 100)} transitionDuration={200} aria-label={t(`pages:archive.${progress.step}`)} />
        </Stack>
      )}
    </FormModal>
  );
}
