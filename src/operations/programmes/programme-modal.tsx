import { Skeleton, TextInput } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { programmes } from '#contract/operations/programmes.ts';
import { rations } from '#contract/operations/rations.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useList } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import type { Programme } from './columns.ts';
import classes from './programmes.module.css';
import { StepsField } from './steps-field.tsx';
import { curveOf, type ProgrammeValues, programmeBody, programmeValues, type StepValues } from './values.ts';

const Curve = lazy(() => loadChunk(async () => ({ default: (await import('./curve.tsx')).Curve })));

interface ProgrammeModalProps {
  farm: number;
  /** null = a new one. */
  programme: Programme | null;
  /** Values that a new one begins with. */
  begins?: { name: string };
  onClose: () => void;
}

/** A programme's steps, and the curve that they make. */
export function ProgrammeModal({ farm, programme, begins, onClose }: ProgrammeModalProps) {
  const { t } = useTranslation(['pages', 'operations', 'core']);
  const format = useFormat();
  const { data } = useList(rations, { page_size: 1000, ordering: 'name' }, { farm });
  const rows = data?.rows ?? [];
  const findRationName = (ration: number | null) => rows.find(({ id }) => id === ration)?.name ?? '–';
  const labels = {
    name: t('pages:programmes.name'),
    steps: t('pages:programmes.steps'),
    blend_days: t('pages:programmes.blend_days'),
  };
  const show = (field: keyof ProgrammeValues & string, value: unknown) =>
    field === 'steps'
      ? (value as StepValues[])
          .map(({ day, ration, weight_per_head }) => `${day}: ${findRationName(ration)} ${format.value('weight', weight_per_head)}`)
          .join('; ')
      : String(value ?? '–');
  const modal = useResourceForm<typeof programmes, ProgrammeValues>(programmes, {
    row: programme,
    valuesOf: (row) => programmeValues(row, farm),
    begins,
    bodyOf: programmeBody,
    farm,
    touches: [{ id: 'schedules' }, { id: 'groups' }, { id: 'history' }],
    labels,
    show,
  });
  const { form } = modal;
  const { steps, blend_days } = form.values;
  const days = useMemo(() => curveOf({ steps, blend_days }), [steps, blend_days]);
  return (
    <FormModal {...modal} size="xl" onClose={onClose} title={programme ? programme.name : t('operations:programmes.create')}>
      <TextInput label={labels.name} placeholder={t('pages:programmes.name_hint')} maxLength={300} {...form.getInputProps('name')} />
      <StepsField
        value={steps}
        rations={rows}
        errorOf={(path) => form.errors[path] as string | undefined}
        onChange={(next) => form.setFieldValue('steps', next)}
      />
      <DecimalInput
        kind="count"
        max={60}
        label={labels.blend_days}
        description={t('pages:programmes.blend_hint')}
        {...form.getInputProps('blend_days')}
      />
      {days.length > 0 && (
        <figure className={classes.chart} aria-label={t('pages:programmes.curve')}>
          <Suspense fallback={<Skeleton height={200} />}>
            <Curve days={days} nameOf={findRationName} />
          </Suspense>
        </figure>
      )}
    </FormModal>
  );
}
