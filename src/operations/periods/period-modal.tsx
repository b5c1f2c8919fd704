import { SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_TIME_RANGE, periods } from '#contract/operations/periods.ts';
import { newId } from '#src/core/api/new-id.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { TimeRangePicker } from '#src/core/ui/time-range/time-range-picker.tsx';
import { useChoices, useMayChoose } from '#src/operations/feedings/choices.ts';
import { feedingErrors, feedingOf, startFeeding, toFeedingBody } from '#src/operations/feedings/feeding.ts';
import { JobsField, type JobValues } from './jobs-field.tsx';
import { PeriodJobs } from './period-jobs.tsx';
import { PERIOD_VIEWS, type Period } from './queries.ts';

const toValues = (period: Period | null, farm: number) => ({
  farm,
  name: period?.name ?? '',
  start_time: (period?.start_time ?? DEFAULT_TIME_RANGE.start).slice(0, 5),
  end_time: (period?.end_time ?? DEFAULT_TIME_RANGE.end).slice(0, 5),
  active: period?.active ?? true,
  jobs: (period?.jobs ?? []).map((job): JobValues => ({ ...feedingOf(job), id: job.id, key: String(job.id) })),
  version: period?.version,
});

type Values = ReturnType<typeof toValues>;

const toBody = ({ jobs, ...values }: Values) => ({
  ...values,
  jobs: jobs.map(({ key: _, ...job }, position) => ({ ...toFeedingBody(job), position })),
});

const withoutJobs = ({ jobs: _, ...values }: Values) => values;

interface PeriodModalProps {
  farm: number;
  /** null = a new one. */
  period: Period | null;
  onClose: () => void;
}

/** The form of a period: its time and its loads. People without the right to loads change the rest. */
export function PeriodModal({ farm, period, onClose }: PeriodModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const mayChoose = useMayChoose();
  const choices = useChoices(farm, mayChoose);
  const labels = {
    name: t('pages:periods.name'),
    start_time: t('pages:periods.start'),
    end_time: t('pages:periods.end'),
    active: t('pages:periods.active'),
    jobs: t('pages:periods.jobs'),
  };
  const show = (field: keyof Values & string, value: unknown) => {
    if (field === 'jobs') {
      const rationNames = (value as JobValues[]).map((job) => choices.rations.find(({ id }) => id === job.ration)?.name ?? '–');
      return rationNames.join(', ') || '–';
    }
    if (typeof value === 'boolean') return t(value ? 'core:yes' : 'core:no');
    return field.endsWith('_time') ? format.value('time', String(value)) : String(value ?? '–');
  };
  const modal = useResourceForm<typeof periods, Values>(periods, {
    row: period,
    valuesOf: (row) => toValues(row, farm),
    bodyOf: mayChoose ? toBody : withoutJobs,
    validate: (values) => ({
      ...(values.name.trim() ? {} : { name: t('core:errors.required') }),
      ...Object.assign({}, ...values.jobs.map((job, index) => feedingErrors(t, job, `jobs.${index}.`))),
    }),
    farm,
    touches: PERIOD_VIEWS,
    labels,
    show,
  });
  const { form } = modal;
  const [begun, setBegun] = useState(false);
  const begin = useEffectEvent(() => {
    const jobs = [{ ...startFeeding(choices), key: newId() }];
    const untouched = !form.isDirty();
    setBegun(true);
    form.setFieldValue('jobs', jobs);
    if (untouched) form.resetDirty({ ...form.getValues(), jobs });
  });
  const begins = period === null && !choices.pending && choices.rations.length === 1;
  // With one ration, a new period begins with a load of it.
  useEffect(() => {
    if (begins) begin();
  }, [begins]);
  const getError = (path: string) => form.errors[path] as string | undefined;
  const wrong = new Set(Object.keys(form.errors).flatMap((path) => (path.startsWith('jobs.') ? [Number(path.split('.')[1])] : [])));

  return (
    <FormModal {...modal} size="xl" onClose={onClose} title={period ? period.name : t('operations:periods.create')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={labels.name} placeholder={t('pages:periods.name_hint')} maxLength={300} {...form.getInputProps('name')} />
        <TimeRangePicker
          value={{ start: form.values.start_time, end: form.values.end_time }}
          error={getError('start_time') ?? getError('end_time')}
          onChange={({ start, end }) => form.setValues({ start_time: start, end_time: end })}
        />
      </SimpleGrid>
      <Switch label={labels.active} description={t('pages:periods.active_hint')} {...form.getInputProps('active', { type: 'checkbox' })} />
      {!mayChoose && <Text c="dimmed">{t('pages:periods.no_choices')}</Text>}
      {!mayChoose ? (
        <PeriodJobs jobs={period?.jobs ?? []} />
      ) : choices.error ? (
        <FailedState error={choices.error} onRetry={onClose} />
      ) : (
        <JobsField
          // Opens the load with which a new period begins.
          key={String(begun)}
          value={form.values.jobs}
          choices={choices}
          wrong={wrong}
          errorOf={getError}
          onChange={(jobs) => form.setFieldValue('jobs', jobs)}
        />
      )}
    </FormModal>
  );
}
