import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { savedPeriods, savedReports } from '#contract/operations/blanks.ts';
import { isPeriod } from '#contract/periods.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { FIXED, type SavedDays, SavedDaysField } from '#src/core/report/saved/saved-days.tsx';
import { fixedDays, type SavedFilter, withDays } from '#src/core/report/saved/saved-filters.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { fixedText } from './columns.ts';

const daysOf = ({ filters: { period } }: SavedFilter): SavedDays => (isPeriod(period) ? period : FIXED);
const valuesOf = (saved: SavedFilter) => ({ name: saved.name, days: daysOf(saved), version: saved.version });

/** A saved filter's name, and whether its days move along; what else it holds is chosen on its report's screen. */
export function EditModal({ saved, onClose }: { saved: SavedFilter; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'core']);
  const format = useFormat();
  const form = useForm({ initialValues: valuesOf(saved) });
  const save = useSave(savedReports);
  const labels = { name: t('reports:saved.name'), days: t('reports:filter.period') };
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      title={t('reports:saved.edit')}
      save={({ name, days, version }) =>
        save.mutateAsync({
          id: saved.id,
          values: { name, version, filters: withDays(saved.filters, days || fixedDays(saved.filters)) },
        })
      }
      conflict={{
        labels,
        load: async () => valuesOf((await api.get<SavedFilter>(`${savedReports.path}/${saved.id}/`)).data),
      }}
    >
      <TextInput label={labels.name} maxLength={300} {...form.getInputProps('name')} />
      <SavedDaysField
        periods={savedPeriods(saved.report_type)}
        fixed={fixedText(saved, format) || null}
        value={form.values.days}
        onChange={(days) => form.setFieldValue('days', days)}
      />
    </FormModal>
  );
}
