import { Divider, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { deviceTimezone } from '#common/format/clock.ts';
import { FARM_HEADER_FIELDS, type FarmCard, farms } from '#contract/operations/farms.ts';
import { api } from '#src/core/api/api.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { type Farm, type FarmValues, farmValues } from './fields.ts';
import { TimezoneField } from './timezone-field.tsx';

interface FarmModalProps {
  company: number;
  /** null = a new one. */
  farm: FarmCard | null;
  readOnly?: boolean;
  onClose: () => void;
}

/** The farm with what statements print in their head. */
export function FarmModal({ company, farm, readOnly = false, onClose }: FarmModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const form = useForm<FarmValues>({ initialValues: farmValues(farm, company, deviceTimezone()) });
  const save = useSave(farms, { touches: [{ id: 'companies' }] });
  const labels = {
    name: t('operations:farms.name'),
    timezone: t('operations:farms.timezone'),
    ...Object.fromEntries(FARM_HEADER_FIELDS.map((field) => [field, t(`operations:fields.${field}`)])),
  } as Partial<Record<keyof FarmValues, string>>;
  const theirs = async () => farmValues((await api.get<Farm>(`${farms.path}/${farm!.id}/`)).data, company, 'UTC');
  return (
    <FormModal
      opened
      size="lg"
      onClose={onClose}
      form={form}
      readOnly={readOnly}
      title={farm ? farm.name : t('operations:farms.create')}
      save={(values) => save.mutateAsync({ id: farm?.id, values })}
      conflict={farm ? { labels, load: theirs } : undefined}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={labels.name} readOnly={readOnly} maxLength={300} {...form.getInputProps('name')} />
        <TimezoneField
          label={labels.timezone}
          description={t('operations:farms.timezone_hint')}
          readOnly={readOnly}
          {...form.getInputProps('timezone')}
        />
      </SimpleGrid>
      <Divider label={t('operations:farms.header')} labelPosition="left" />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {FARM_HEADER_FIELDS.map((field) => (
          <TextInput
            key={field}
            label={labels[field]}
            readOnly={readOnly}
            maxLength={field === 'registration_code' ? 40 : 300}
            {...form.getInputProps(field)}
          />
        ))}
      </SimpleGrid>
    </FormModal>
  );
}
