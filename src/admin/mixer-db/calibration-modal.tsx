import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mixerItems } from '#contract/admin/mixer-db.ts';
import type { RowOf } from '#contract/resource.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { readCalibration, writeCalibration } from '#src/domain/calibration/calibration.ts';
import { CalibrationField } from '#src/domain/calibration/calibration-field.tsx';

type Item = RowOf<typeof mixerItems>;

const toValues = (item: Item | null) => ({ name: item?.name ?? '', value: null as string | null, version: item?.version });

interface CalibrationModalProps {
  /** null for a new one. */
  item: Item | null;
  model: number;
  onClose: () => void;
}

/** One calibration of a model. A value that isn't typed stays unchanged. */
export function CalibrationModal({ item, model, onClose }: CalibrationModalProps) {
  const { t } = useTranslation(['admin', 'core']);
  const encrypted = item?.value ?? null;
  const { data: known } = useQuery({
    queryKey: ['calibration', encrypted],
    queryFn: () => readCalibration(encrypted),
    gcTime: 0,
    enabled: item !== null,
  });
  const labels = { name: t('admin:mixer_db.calibration') };
  const { form, save, conflict } = useResourceForm(mixerItems, {
    row: item,
    valuesOf: toValues,
    // The typed value is sent encrypted.
    bodyOf: ({ value, ...values }) => ({ ...values, ...(value === null ? {} : { value }), ...(item ? {} : { model }) }),
    labels,
    validate: {
      name: (name) => (name.trim() ? null : t('core:errors.required')),
      value: (value) => ((item && value === null) || value?.trim() ? null : t('core:errors.required')),
    },
  });
  return (
    <FormModal
      size="lg"
      onClose={onClose}
      form={form}
      title={item ? item.name : t('admin:mixer_db.create_calibration')}
      save={async (values) => save({ ...values, value: values.value === null ? null : await writeCalibration(values.value) })}
      conflict={conflict && { ...conflict, load: async () => ({ ...(await conflict.load()), value: form.getValues().value }) }}
    >
      <TextInput label={labels.name} maxLength={300} {...form.getInputProps('name')} />
      <CalibrationField
        known={known}
        typed={form.values.value}
        onChange={(value) => form.setFieldValue('value', value)}
        error={form.errors.value}
      />
    </FormModal>
  );
}
