import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { papers } from '#contract/reports/papers.ts';
import { api } from '#src/core/api/api.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import type { Paper } from './queries.ts';

interface IssueModalProps {
  paper: Pick<Paper, 'farm' | 'month' | 'blank'>;
  title: string;
  onClose: () => void;
}

/** Issues a new version of a paper; a reason is required. */
export function IssueModal({ paper: { farm, month, blank }, title, onClose }: IssueModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const form = useForm({
    initialValues: { farm, month, blank, reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('core:errors.required')) },
  });
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:papers.issue_of', { paper: title })}
      submitLabel={t('pages:papers.issue')}
      save={async (values) => {
        const { data } = await api.post<Paper>(`${papers.path}/`, { body: values });
        toast.success(t('pages:papers.done', { paper: `${data.name} ${data.number}/${data.version}` }));
        await refresh(papers);
      }}
    >
      <Text>{t('pages:papers.issue_text')}</Text>
      <Textarea label={t('pages:papers.reason')} autosize minRows={2} maxLength={500} {...form.getInputProps('reason')} />
    </FormModal>
  );
}
