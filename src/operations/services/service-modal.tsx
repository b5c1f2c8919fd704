import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { services } from '#contract/operations/services.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import { useTimezones } from '#src/domain/stock/timezone.ts';
import { useMixers, usePlansOf } from './choices.ts';
import type { Service } from './columns.tsx';

interface ServiceModalProps {
  /** null = a new one. */
  service: Service | null;
  /** The mixer and plan of a new service. */
  of?: { mixer: number; plan: number | null };
  onClose: () => void;
}

/** A service of a mixer; its time defaults to now. */
export function ServiceModal({ service, of, onClose }: ServiceModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const mixers = useMixers(service && { id: service.mixer, name: service.mixer_name, farm: service.farm });
  const compared = usePlansOf(service?.mixer ?? null);
  const zoneOf = useTimezones();
  const labels = {
    mixer: t('pages:services.mixer'),
    plan: t('pages:services.plan'),
    done_at: t('pages:services.done_at'),
    cost: t('pages:services.cost'),
    note: t('pages:services.note'),
  };
  const timezone = zoneOf(service?.farm);
  const format = useFormat({ timezone });
  const modal = useResourceForm(services, {
    row: service,
    begins: of,
    bodyOf: ({ done_at, ...values }) => ({ ...values, done_at: done_at || undefined }),
    touches: [{ id: 'serviceplans' }, { id: 'history' }],
    labels,
    show: (field, value) => {
      if (field === 'mixer') return mixers.find(({ id }) => id === value)?.name ?? '–';
      if (field === 'plan') return compared.find(({ id }) => id === value)?.what ?? '–';
      const kinds = { done_at: 'datetime', cost: 'money', note: 'text' } as const;
      return format.value(kinds[field as keyof typeof kinds], value as string | number | null);
    },
  });
  const { form } = modal;
  const { mixer, plan, done_at } = form.values;
  const named = usePlansOf(mixer).map(({ id, what }) => ({ id, name: what }));
  // A deleted plan is still named by its past services.
  const gone = service?.plan && service.mixer === mixer && !named.some(({ id }) => id === service.plan);
  const plans = gone ? [...named, { id: service.plan as number, name: service.plan_name ?? '' }] : named;
  const farm = mixers.find(({ id }) => id === mixer)?.farm;
  return (
    <FormModal {...modal} onClose={onClose} title={service ? service.mixer_name : t('pages:services.create')}>
      <IdSelect
        label={labels.mixer}
        rows={mixers}
        {...form.getInputProps('mixer')}
        onChange={(id) => form.setValues({ mixer: id, plan: null })}
      />
      <IdSelect
        label={labels.plan}
        rows={plans}
        placeholder={t('pages:services.no_plan')}
        clearable
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
        value={plan}
        onChange={(id) => form.setFieldValue('plan', id)}
        error={form.errors.plan}
      />
      <MomentInput
        label={labels.done_at}
        placeholder={t('pages:services.now')}
        timezone={zoneOf(farm)}
        value={done_at || null}
        onChange={(next) => form.setFieldValue('done_at', next ?? '')}
        error={form.errors.done_at}
      />
      <DecimalInput kind="ratio" unit={format.unitValues.currency} label={labels.cost} {...form.getInputProps('cost')} />
      <TextInput label={labels.note} maxLength={300} {...form.getInputProps('note')} />
    </FormModal>
  );
}
