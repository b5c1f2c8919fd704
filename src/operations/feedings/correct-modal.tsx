import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import { isFarOff } from '#contract/operations/weighing.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { withoutMissing } from '#src/core/resource/draft.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { PackedWeight } from '#src/domain/stock/packed-weight.tsx';
import { packedBody } from '#src/domain/stock/packs.ts';
import { SCHEDULE_VIEWS } from './queries.ts';
import type { Weighing } from './weighings.ts';

interface CorrectModalProps {
  schedule: ScheduleRow;
  weighing: Weighing;
  onClose: () => void;
}

/** Corrects or confirms a weighing, with a reason. The stock follows. */
export function CorrectModal({ schedule, weighing, onClose }: CorrectModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const { field, id, name, weight_plan, weight_fact, pack, packs, implausible, tolerance } = weighing;
  const path = `${schedules.path}/${schedule.id}`;
  const form = useForm({
    initialValues: { weights: [{ weight_fact, pack, packs }], reason: '', version: schedule.version },
    validate: {
      weights: { weight_fact: (kg) => (kg === null ? t('core:errors.required') : null) },
      reason: (reason) => (reason.trim() ? null : t('core:errors.required')),
    },
  });
  const [entered] = form.values.weights;
  const typed = entered?.weight_fact ?? null;
  const plan = format.value('weight', weight_plan);
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t(implausible ? 'pages:correct.title_waiting' : 'pages:correct.title', { name })}
      conflict={{
        labels: { reason: t('pages:reset.reason') },
        load: async () => {
          const { data } = await api.get<ScheduleRow>(`${path}/`, { farm: schedule.farm });
          return { ...form.getValues(), version: data.version };
        },
      }}
      save={async ({ weights, reason, version }) => {
        const weighed =
          field === 'items'
            ? weights.map((weight) => ({ ingredient: id, ...withoutMissing(packedBody(weight, 'weight_fact')) }))
            : weights.map((weight) => ({ group: id, weight_fact: weight.weight_fact }));
        const body = { reason, version, [field]: weighed };
        await api.put(`${path}/weighings/`, { body, farm: schedule.farm });
        toast.success(t(typed === weighing.weight_fact ? 'pages:correct.confirmed' : 'pages:correct.done'));
        await refresh(...SCHEDULE_VIEWS);
      }}
    >
      <Text c="dimmed">{t(implausible ? 'pages:correct.text_waiting' : 'pages:correct.text')}</Text>
      <PackedWeight
        label={t('pages:correct.weight')}
        ingredient={field === 'items' ? id : null}
        day={schedule.planned_on}
        kg={typed}
        pack={entered?.pack ?? null}
        packs={entered?.packs ?? null}
        onChange={({ kg, ...packed }) => form.setFieldValue('weights.0', { weight_fact: kg, ...packed })}
        error={['weight_fact', 'packs', 'pack']
          .map((part) => form.errors[`weights.0.${part}`] ?? form.errors[`${field}.0.${part}`])
          .find(Boolean)}
        field={{ onFocus: (event) => event.currentTarget.select() }}
      />
      <Text size="xs" c="dimmed">
        {t('pages:kkz.of_plan', { weight: plan, unit })}
      </Text>
      {typed !== null && isFarOff(weight_plan, typed, tolerance) && (
        <Text role="status" c="var(--over)" fw={600}>
          {t('pages:recording.slip', { typed: format.value('weight', typed), plan, unit })}
        </Text>
      )}
      <Textarea label={t('pages:reset.reason')} autosize minRows={2} maxLength={500} {...form.getInputProps('reason')} />
    </FormModal>
  );
}
