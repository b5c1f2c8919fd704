import { Text, Textarea } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { calls } from '#contract/operations/daily-call.ts';
import { type ScheduleRow, schedules } from '#contract/operations/feedings.ts';
import { useList } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { OperatorSelect, useOperators } from '#src/domain/farm/operator-select.tsx';
import { type Choices, useChoices } from './choices.ts';
import { FeedingFields } from './editor/feeding-fields.tsx';
import { emptyFeeding, feedingErrors, feedingOf, toFeedingBody } from './feeding.ts';
import { SCHEDULE_VIEWS } from './queries.ts';

interface ScheduleModalProps {
  farm: number;
  day: string;
  /** null for a new one, made by hand. */
  schedule: ScheduleRow | null;
  /** True for a load that another one represents. */
  follows?: boolean;
  onClose: () => void;
}

const toValues = (schedule: ScheduleRow | null, farm: number, day: string) => ({
  farm,
  planned_on: schedule?.planned_on ?? day,
  ...(schedule ? feedingOf(schedule) : emptyFeeding()),
  operator: schedule?.operator ?? null,
  ignore_reason: schedule?.ignore_reason ?? '',
  version: schedule?.version,
});

type Values = ReturnType<typeof toValues>;

/** The editor of a feeding. Deleted parts of the row stay in the lists. */
export function ScheduleModal({ farm, day, schedule, follows = false, onClose }: ScheduleModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const choices = useChoices(farm);
  const called = useList(calls, { day: schedule?.planned_on ?? day, page_size: 1000 }, { farm, enabled: choices.called });
  const known = schedule?.operator ? { id: schedule.operator, name: schedule.operator_name ?? '–' } : null;
  const operators = useOperators(farm);
  const operatorName = (value: unknown) => [...operators, ...(known ? [known] : [])].find(({ id }) => id === value)?.name ?? '–';
  const labels = {
    ration: t('pages:schedule.ration'),
    mixer: t('pages:schedule.mixer'),
    operator: t('pages:schedule.operator'),
    groups: t('pages:schedule.groups'),
    leftovers: t('pages:schedule.leftovers'),
    planned_leftovers: t('pages:schedule.planned_leftovers'),
    auto_load: t('pages:schedule.auto_load'),
    ignore_in_reports: t('pages:schedule.ignore_in_reports'),
    skip_time: t('pages:schedule.skip_time'),
    locked: t('pages:daily_call.locked'),
    split: t('pages:schedule.split'),
  };
  const modal = useResourceForm(schedules, {
    row: schedule,
    valuesOf: (row) => toValues(row, farm, day),
    bodyOf: toFeedingBody,
    validate: (values) => feedingErrors(t, values),
    farm,
    touches: SCHEDULE_VIEWS,
    labels,
    show: (field, value) => (field === 'operator' ? operatorName(value) : showValue(choices, field, value, t)),
  });
  const { form } = modal;
  const getError = (path: string) => form.errors[path] as string | undefined;

  return (
    <FormModal {...modal} size="xl" onClose={onClose} title={t(schedule ? 'pages:schedule.edit' : 'pages:schedule.create')}>
      {choices.error ? (
        <FailedState error={choices.error} onRetry={onClose} />
      ) : (
        <>
          {follows && <Text size="sm">{t('core:errors.first_of_loads')}</Text>}
          <FeedingFields
            value={form.values}
            choices={choices}
            onChange={(part) => form.setValues(part)}
            errorOf={getError}
            day={{ calls: called.data?.rows ?? [], schedule: schedule?.id ?? null }}
          />
          <OperatorSelect farm={farm} known={known} {...form.getInputProps('operator')} />
          {form.values.ignore_in_reports && (
            <Textarea
              label={t('pages:schedule.ignore_reason')}
              placeholder={t('pages:schedule.ignore_reason_hint')}
              autosize
              minRows={2}
              maxLength={500}
              {...form.getInputProps('ignore_reason')}
            />
          )}
        </>
      )}
    </FormModal>
  );
}

/** A field's value in words, for the comparison of both versions. */
function showValue(choices: Choices, field: keyof Values & string, value: unknown, t: TFunction): string {
  if (field === 'ration') return choices.rations.find(({ id }) => id === value)?.name ?? '–';
  if (field === 'mixer') return choices.mixers.find(({ id }) => id === value)?.name ?? '–';
  if (field === 'groups') {
    return (value as Values['groups'])
      .map(({ group, weight_per_head }) => `${choices.groups.find(({ id }) => id === group)?.name ?? group}: ${weight_per_head ?? '–'}`)
      .join(', ');
  }
  return typeof value === 'boolean' ? t(value ? 'core:yes' : 'core:no') : String(value ?? '–');
}
