import { FileInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFileZip } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClientImported } from '../../../contract/admin/archives.ts';
import { clients } from '../../../contract/admin/clients.ts';
import { type Answer, send } from '../../core/api/api.ts';
import { refresh } from '../../core/resource/queries.ts';
import { FormModal } from '../../core/ui/form-modal.tsx';
import { ask } from '../../core/ui/question.ts';
import { toast } from '../../core/ui/toast.ts';

const PATIENCE = 30 * 60_000;

/** A client out of an archive, with what has to be seen to afterwards. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['admin', 'core']);
  const form = useForm<{ file: File | null }>({
    initialValues: { file: null },
    validate: { file: (file) => (file ? null : t('core:errors.required')) },
  });

  const save = async ({ file }: typeof form.values) => {
    if (!file) return;
    const response = await send('POST', `${clients.path}/import/`, { file, timeout: PATIENCE });
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

  return (
    <FormModal opened onClose={onClose} title={t('admin:archive.take')} form={form} save={save} submitLabel={t('admin:archive.take')}>
      <Text c="dimmed">{t('admin:archive.take_text')}</Text>
      <FileInput
        label={t('admin:archive.file')}
        accept=".zip,application/zip"
        clearable
        leftSection={<IconFileZip size={18} aria-hidden />}
        {...form.getInputProps('file')}
      />
    </FormModal>
  );
}
