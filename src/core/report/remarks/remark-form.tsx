import { Select, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { REMARK_SUBJECTS, type RemarkRow, remarks } from '#contract/operations/remarks.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { textRules } from '#src/core/resource/draft.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { type SubjectKey, subjectChoices, subjectFields, subjectOf } from './subject-choices.ts';

interface RemarkFormProps {
  data: Pick<ReportData, 'rows' | 'filters'>;
  /** null for a new remark. */
  remark: RemarkRow | null;
  format: Formatter;
  onClose: () => void;
}

interface Values {
  farm: number | null;
  date: string | null;
  subject: SubjectKey | null;
  text: string;
  version: number | undefined;
}

/** Form for a remark on a day of the report, or on something in its rows. */
export function RemarkForm({ data, remark, format, onClose }: RemarkFormProps) {
  const { t } = useTranslation(['pages', 'reports']);
  const { data: reached = [] } = useFarms();
  const { farm: farms = [], planned_on_before } = data.filters;
  const offered = reached.filter(({ id }) => farms.includes(id) || id === remark?.farm);
  const choices = subjectChoices(data.rows, remark);
  const labels = { date: t('reports:column.day'), text: t('pages:remarks.text'), subject: t('pages:remarks.about') };
  const { form, save, conflict } = useResourceForm<typeof remarks, Values>(remarks, {
    row: remark,
    valuesOf: (row) => ({
      farm: row?.farm ?? farms[0] ?? null,
      date: row?.date ?? planned_on_before ?? null,
      subject: row && subjectOf(row),
      text: row?.text ?? '',
      version: row?.version,
    }),
    bodyOf: ({ subject, ...values }) => ({ ...values, ...subjectFields(subject) }),
    show: (field, value) => {
      if (field === 'subject') return choices.find((choice) => choice.value === value)?.label ?? t('pages:remarks.whole_day');
      return field === 'date' ? format.value('date', String(value)) : String(value ?? '');
    },
    labels,
  });
  const { values, errors } = form;
  return (
    <FormModal
      onClose={onClose}
      form={form}
      save={save}
      conflict={conflict}
      title={t(remark ? 'pages:remarks.edit' : 'pages:remarks.create')}
    >
      <Textarea
        label={labels.text}
        placeholder={t('pages:remarks.example')}
        autosize
        minRows={2}
        {...textRules(remarks, 'text')}
        withAsterisk={false}
        {...form.getInputProps('text')}
      />
      {offered.length > 1 && (
        <IdSelect
          label={t('reports:filter.farm')}
          rows={offered}
          searchable={false}
          error={errors.farm}
          value={values.farm}
          onChange={(farm) => form.setFieldValue('farm', farm)}
        />
      )}
      <DayInput label={labels.date} {...form.getInputProps('date')} />
      {choices.length > 0 && (
        <Select
          label={labels.subject}
          placeholder={t('pages:remarks.whole_day')}
          data={REMARK_SUBJECTS.map((kind) => ({
            group: t(`reports:filter.${kind}`),
            items: choices.filter((choice) => choice.kind === kind),
          })).filter(({ items }) => items.length > 0)}
          searchable
          allowDeselect={false}
          clearable
          value={values.subject}
          onChange={(subject) => form.setFieldValue('subject', subject as SubjectKey | null)}
        />
      )}
    </FormModal>
  );
}
