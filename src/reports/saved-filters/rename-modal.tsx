import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { additionalReports } from '../../../contract/operations/report-additional.ts';
import { api } from '../../core/api/api.ts';
import type { SavedFilter } from '../../core/report/saved-filters.ts';
import { useSave } from '../../core/resource/queries.ts';
import { FormModal } from '../../core/ui/form-modal.tsx';

const valuesOf = ({ name, version }: SavedFilter) => ({ name, version });

export function RenameModal({ saved, onClose }: { saved: SavedFilter; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'core']);
  const form = useForm({ initialValues: valuesOf(saved) });
  const save = useSave(additionalReports);
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      title={t('reports:saved.rename')}
      save={(values) => save.mutateAsync({ id: saved.id, values })}
      conflict={{
        labels: { name: t('reports:saved.name') },
        load: async () => valuesOf((await api.get<SavedFilter>(`${additionalReports.path}/${saved.id}/`)).data),
      }}
    >
      <TextInput label={t('reports:saved.name')} maxLength={300} {...form.getInputProps('name')} />
    </FormModal>
  );
}
