import { Fieldset, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import type { CatalogueRow } from '#contract/operations/mixer-catalogue.ts';
import { mixers } from '#contract/operations/mixers.ts';
import { failure } from '#src/core/api/api-error.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { VolumeInput } from '#src/domain/plan/volume-input.tsx';
import { updateMixer } from './calibration.ts';
import { encryptedOf, useCatalogue } from './catalogue.ts';
import { CatalogueSelect } from './catalogue-select.tsx';
import { type Mixer, roundingLabel } from './columns.ts';
import { type MixerValues, mixerValues } from './values.ts';

interface MixerModalProps {
  /** null = a new one. */
  mixer: Mixer | null;
  farms: readonly FarmCard[];
  farm: number | null;
  /** Values that a new one begins with. */
  begins?: { name: string };
  readOnly?: boolean;
  onClose: () => void;
}

const mixerLabels = (t: TFunction, format: Formatter) => ({
  name: t('operations:mixers.name'),
  model: t('operations:mixers.model'),
  farm: t('operations:mixers.farm'),
  max_weight: t('operations:mixers.max_weight'),
  volume: t('operations:mixers.volume'),
  rounding: roundingLabel(t, format),
  loading_admittance: t('operations:mixers.admittance'),
  loading_sensitivity: t('operations:mixers.sensitivity'),
  unloading_admittance: t('operations:mixers.admittance'),
  unloading_sensitivity: t('operations:mixers.sensitivity'),
  auger_rotations: t('operations:mixers.auger_rotations'),
  auger_coefficient: t('operations:mixers.auger_coefficient'),
  mix_time: t('operations:mixers.mix_time'),
  auto_transition_time: t('operations:mixers.auto_transition_time'),
});

/** Both ways of working have the same two names. */
const comparedLabels = (t: TFunction, labels: ReturnType<typeof mixerLabels>) => ({
  ...labels,
  loading_admittance: `${t('operations:mixers.loading')}: ${labels.loading_admittance}`,
  loading_sensitivity: `${t('operations:mixers.loading')}: ${labels.loading_sensitivity}`,
  unloading_admittance: `${t('operations:mixers.unloading')}: ${labels.unloading_admittance}`,
  unloading_sensitivity: `${t('operations:mixers.unloading')}: ${labels.unloading_sensitivity}`,
});

/** Everything about a mixer; its calibration may begin as one of the mixer database. */
export function MixerModal({ mixer, farms, farm, begins, readOnly = false, onClose }: MixerModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const catalogue = useCatalogue(!readOnly);
  const [calibration, setCalibration] = useState<CatalogueRow | null>(null);
  const labels = mixerLabels(t, format);
  const show = (field: keyof MixerValues, value: unknown) => {
    if (field === 'farm') return farms.find(({ id }) => id === value)?.name ?? '–';
    if (field === 'max_weight' || field.endsWith('admittance') || field.endsWith('sensitivity'))
      return format.value('weight', value as number);
    return format.value('text', value as string | boolean);
  };
  const modal = useResourceForm(mixers, {
    row: mixer,
    valuesOf: (row) => mixerValues(row, farm),
    begins,
    touches: [{ id: 'schedules' }, { id: 'history' }],
    labels: comparedLabels(t, labels),
    show,
  });
  const { form } = modal;
  const submit = async (values: MixerValues) => {
    const { id } = await modal.save(values);
    if (!calibration) return;
    try {
      await updateMixer({ id, data: await encryptedOf(calibration.id) });
    } catch {
      throw failure(0, 'calibration', t('operations:mixers.calibration_failed'));
    }
    await refresh(mixers);
  };
  const applyCatalogueRow = (row: CatalogueRow | null) => {
    setCalibration(row);
    if (row && !form.values.model.trim()) form.setFieldValue('model', `${row.brand_name} ${row.model_name}`);
  };
  const seconds = t('operations:mixers.seconds');
  const weight = (field: 'max_weight' | `${'loading' | 'unloading'}_${'admittance' | 'sensitivity'}`) => (
    <DecimalInput kind="weight" label={labels[field]} readOnly={readOnly} {...form.getInputProps(field)} />
  );
  return (
    <FormModal
      {...modal}
      size="lg"
      onClose={onClose}
      readOnly={readOnly}
      title={mixer ? mixer.name : t('operations:mixers.create')}
      save={submit}
    >
      <Fieldset legend={t('operations:mixers.general')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={labels.name} readOnly={readOnly} maxLength={300} {...form.getInputProps('name')} />
          <TextInput label={labels.model} readOnly={readOnly} maxLength={120} {...form.getInputProps('model')} />
          <IdSelect label={labels.farm} rows={farms} readOnly={readOnly} {...form.getInputProps('farm')} />
          {weight('max_weight')}
          <VolumeInput
            of="volume"
            label={labels.volume}
            description={t('operations:mixers.volume_hint')}
            readOnly={readOnly}
            {...form.getInputProps('volume')}
          />
          {!readOnly && <CatalogueSelect rows={catalogue} value={calibration?.id ?? null} onChange={applyCatalogueRow} />}
        </SimpleGrid>
        <Switch
          mt="md"
          label={labels.rounding}
          description={t('operations:mixers.rounding_hint')}
          disabled={readOnly}
          {...form.getInputProps('rounding', { type: 'checkbox' })}
        />
      </Fieldset>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Fieldset legend={t('operations:mixers.loading')}>
          <Stack gap="sm">
            {weight('loading_admittance')}
            {weight('loading_sensitivity')}
          </Stack>
        </Fieldset>
        <Fieldset legend={t('operations:mixers.unloading')}>
          <Stack gap="sm">
            {weight('unloading_admittance')}
            {weight('unloading_sensitivity')}
          </Stack>
        </Fieldset>
        <Fieldset legend={t('operations:mixers.auger')}>
          <Stack gap="sm">
            <DecimalInput kind="ratio" label={labels.auger_rotations} readOnly={readOnly} {...form.getInputProps('auger_rotations')} />
            <DecimalInput kind="ratio" label={labels.auger_coefficient} readOnly={readOnly} {...form.getInputProps('auger_coefficient')} />
          </Stack>
        </Fieldset>
        <Fieldset legend={t('operations:mixers.times')}>
          <Stack gap="sm">
            <DecimalInput kind="count" unit={seconds} label={labels.mix_time} readOnly={readOnly} {...form.getInputProps('mix_time')} />
            <DecimalInput
              kind="count"
              unit={seconds}
              label={labels.auto_transition_time}
              readOnly={readOnly}
              {...form.getInputProps('auto_transition_time')}
            />
          </Stack>
        </Fieldset>
      </SimpleGrid>
    </FormModal>
  );
}
