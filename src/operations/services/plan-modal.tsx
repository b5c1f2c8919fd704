import { Fieldset, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { round } from '#common/format/decimal.ts';
import { servicePlans } from '#contract/operations/services.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useMixers } from './choices.ts';
import type { ServicePlan } from './columns.tsx';

interface PlanModalProps {
  /** null = a new one. */
  plan: ServicePlan | null;
  /** The mixer of a new plan. */
  mixer: number | null;
  /** Values that a new one begins with. */
  begins?: { what: string };
  onClose: () => void;
}

const NO_INTERVAL = { days: null as number | null, loads: null as number | null, tonnes: null as number | null };
const toValues = (plan: ServicePlan | null) => ({
  mixer: plan?.mixer ?? (null as number | null),
  what: plan?.what ?? '',
  every: plan?.every ?? NO_INTERVAL,
  version: plan?.version,
});
type Values = ReturnType<typeof toValues>;

/** A service plan of a mixer, due after a number of days, loads or kilograms. */
export function PlanModal({ plan, mixer, begins, onClose }: PlanModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const mixers = useMixers(plan && { id: plan.mixer, name: plan.mixer_name, farm: plan.farm });
  const labels = { mixer: t('pages:services.mixer'), what: t('pages:services.what'), every: t('pages:services.every') };
  const intervalsText = ({ days, loads, tonnes }: Values['every']) =>
    [
      days !== null && `${t('pages:services.days')}: ${format.value('count', days)}`,
      loads !== null && `${t('pages:services.loads')}: ${format.value('count', loads)}`,
      tonnes !== null && `${t('pages:services.weight')}: ${format.value('weight', tonnes * 1000)}\u00a0${t(format.unit('weight'))}`,
    ]
      .filter((text) => text !== false)
      .join('; ');
  const modal = useResourceForm<typeof servicePlans, Values>(servicePlans, {
    row: plan,
    valuesOf: toValues,
    begins: { mixer, ...begins },
    touches: [{ id: 'history' }],
    labels,
    show: (field, value) => {
      if (field === 'every') return intervalsText(value as Values['every']);
      return field === 'mixer' ? (mixers.find(({ id }) => id === value)?.name ?? '–') : String(value ?? '–');
    },
  });
  const { form } = modal;
  const { tonnes } = form.values.every;
  return (
    <FormModal {...modal} size="lg" onClose={onClose} title={plan ? plan.what : t('pages:services.create_plan')}>
      <IdSelect label={labels.mixer} rows={mixers} readOnly={plan !== null} {...form.getInputProps('mixer')} />
      <TextInput label={labels.what} placeholder={t('pages:services.what_hint')} maxLength={300} {...form.getInputProps('what')} />
      <Fieldset legend={labels.every}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <DecimalInput kind="count" label={t('pages:services.days')} {...form.getInputProps('every.days')} />
          <DecimalInput kind="count" label={t('pages:services.loads')} {...form.getInputProps('every.loads')} />
          <DecimalInput
            kind="weight"
            label={t('pages:services.weight')}
            error={form.errors['every.tonnes']}
            value={tonnes === null ? null : round(tonnes * 1000, 3)}
            onChange={(kg) => form.setFieldValue('every.tonnes', kg === null ? null : round(kg / 1000, 6))}
          />
        </SimpleGrid>
        {form.errors.every ? (
          <Text c="red" size="sm" mt="xs" role="alert">
            {form.errors.every}
          </Text>
        ) : (
          <Text c="dimmed" size="sm" mt="xs">
            {t('pages:services.every_hint')}
          </Text>
        )}
      </Fieldset>
    </FormModal>
  );
}
