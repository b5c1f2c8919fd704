import { Divider, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { deviceTimezone } from '#common/format/device-timezone.ts';
import { FARM_HEADER_FIELDS, type FarmCard, type FarmHeaderField, farms, MAX_MEASUREMENTS } from '#contract/operations/farms.ts';
import type { RowOf } from '#contract/resource.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { TimezoneField } from './timezone-field.tsx';
import { zoneName } from './zone-name.ts';

interface FarmModalProps {
  company: number;
  /** null for a new one. */
  farm: FarmCard | null;
  readOnly?: boolean;
  onClose: () => void;
}

/** Edits a farm and the data that statements print in their head. */
export function FarmModal({ company, farm, readOnly = false, onClose }: FarmModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages', 'nutrients']);
  const labels = {
    name: t('operations:farms.name'),
    timezone: t('operations:farms.timezone'),
    dry_matter_mean: t('pages:drymatter.mean'),
    analysis_mean: t('nutrients:analyses.mean'),
    ...Object.fromEntries(FARM_HEADER_FIELDS.map((field) => [field, t(`operations:fields.${field}`)])),
  } as Record<'name' | 'timezone' | 'dry_matter_mean' | 'analysis_mean' | FarmHeaderField, string>;
  // A new farm gets the browser's timezone by default.
  const begins = { company, timezone: zoneName(deviceTimezone()) };
  const modal = useResourceForm(farms, { row: farm as RowOf<typeof farms> | null, begins, touches: [{ id: 'companies' }], labels });
  const { form } = modal;
  return (
    <FormModal {...modal} size="lg" onClose={onClose} readOnly={readOnly} title={farm ? farm.name : t('operations:farms.create')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={labels.name} readOnly={readOnly} maxLength={300} {...form.getInputProps('name')} />
        <TimezoneField
          label={labels.timezone}
          description={t('operations:farms.timezone_hint')}
          readOnly={readOnly}
          {...form.getInputProps('timezone')}
        />
        <DecimalInput
          kind="count"
          max={MAX_MEASUREMENTS}
          label={labels.dry_matter_mean}
          description={t('pages:drymatter.mean_hint')}
          readOnly={readOnly}
          {...form.getInputProps('dry_matter_mean')}
        />
        <DecimalInput
          kind="count"
          max={MAX_MEASUREMENTS}
          label={labels.analysis_mean}
          description={t('nutrients:analyses.mean_hint')}
          readOnly={readOnly}
          {...form.getInputProps('analysis_mean')}
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
