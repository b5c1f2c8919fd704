import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mixerItems } from '#contract/admin/mixer-db.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { readCalibration, writeCalibration } from '#src/domain/calibration/calibration.ts';
import { CalibrationField } from '#src/domain/calibration/calibration-field.tsx';

type Item = RowOf<typeof mixerItems>;

const valuesOf = (item: Item | null) => ({ name: item?.name ?? '', value: null as string | null, version: item?.version });

interface CalibrationModalProps {
  /** null = a new one. */
  item: Item | null;
  model: number;
  onClose: () => void;
}

/** One calibration of a model. What isn't typed anew stays as it is. */
export function CalibrationModal({ item, model, onClose }: CalibrationModalProps) {
  const { t } = useTranslation(['admin', 'core']);
  const encrypted = item?.value ?? null;
  const { data: known } = useQuery({
    queryKey: ['calibration', encrypted],
    queryFn: () => readCalibration(encrypted),
    gcTime: 0,
    enabled: item !== null,
  });
  const save = useSave(mixerItems);
  const form = useForm({
    initialValues: valuesOf(item),
    validate: {
      name: (name) => (name.trim() ? null : t('core:errors.required')),
      value: (value) => ((item && value === null) || value?.trim() ? null : t('core:errors.required')),
    },
  });
  const labels = { name: t('admin:mixer_db.calibration') };
  return (
    <FormModal
      opened
      size="lg"
      onClose={onClose}
      form={form}
      title={item ? item.name : t('admin:mixer_db.create_calibration')}
      save={async ({ value, ...values }) => {
        const sealed = value === null ? {} : { value: await writeCalibration(value) };
        await save.mutateAsync({ id: item?.id, values: { ...values, ...sealed, ...(item ? {} : { model }) } });
      }}
      conflict={
        item
          ? {
              labels,
              load: async () => ({
                ...valuesOf((await api.get<Item>(`${mixerItems.path}/${item.id}/`)).data),
                value: form.getValues().value,
              }),
            }
          : undefined
      }
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
