import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { savedPeriods, savedReports } from '#contract/operations/blanks.ts';
import { isPeriod } from '#contract/periods.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { FIXED, type SavedDays, SavedDaysField } from '#src/core/report/saved/saved-days.tsx';
import { fixedDays, type SavedFilter, withDays } from '#src/core/report/saved/saved-filters.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { fixedText } from './columns.ts';

const toDays = ({ filters: { period } }: SavedFilter): SavedDays => (isPeriod(period) ? period : FIXED);
const toValues = (saved: SavedFilter) => ({ name: saved.name, days: toDays(saved), version: saved.version });

/** Edits a saved filter's name and whether its days follow the calendar; everything else is chosen on the report's screen. */
export function EditModal({ saved, onClose }: { saved: SavedFilter; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'core']);
  const format = useFormat();
  const labels = { name: t('reports:saved.name'), days: t('reports:filter.period') };
  const modal = useResourceForm(savedReports, {
    row: saved,
    valuesOf: (row) => toValues(row ?? saved),
    bodyOf: ({ name, days, version }) => ({ name, version, filters: withDays(saved.filters, days || fixedDays(saved.filters)) }),
    labels,
  });
  const { form } = modal;
  return (
    <FormModal {...modal} onClose={onClose} title={t('reports:saved.edit')}>
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
