import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { calculateIntake, INTAKE_EQUATIONS, Intake } from '#contract/intake.ts';
import { animalTypes } from '#contract/operations/animal-types.ts';
import { groups } from '#contract/operations/groups.ts';
import { NORM_BASES, type NormBasis, norms } from '#contract/operations/norms.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { SumLine } from '#src/core/ui/sum-line.tsx';
import { useLite } from '#src/domain/stock/choices.ts';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import { measureField } from '#src/operations/analyses/measures.ts';
import { useNutrients } from '#src/operations/analyses/queries.ts';
import { BOUNDS, findBoundUnit, INPUTS, type Norm, type NormValues, normBody, normValues, toIntake } from './values.ts';

interface NormModalProps {
  /** null for a new one. */
  norm: Norm | null;
  onClose: () => void;
}

interface Named {
  id: number;
  name: string;
}

/** The choice that means dry matter itself. */
const DRY_MATTER = 0;
const identity = (value: number) => value;

/** Edits a norm: whose it is, of what, and its bounds. The target of dry matter may come from an equation. */
export function NormModal({ norm, onClose }: NormModalProps) {
  const { t } = useTranslation(['nutrients', 'reports', 'core']);
  const format = useFormat();
  const current = useCurrentFarm();
  const today = todayIn(useTimezoneOf(current?.id ?? null));
  const { data: types } = useLite<Named>(animalTypes, { deleted: undefined });
  const { data: herds } = useLite<Named & { farm: number }>(groups);
  const { data: farms = [] } = useFarms();
  // Groups of several farms often have the same names.
  const farmNames = new Map(farms.length > 1 ? farms.map(({ id, name }) => [id, ` · ${name}`]) : []);
  const herdRows = herds?.map(({ id, name, farm }) => ({ id, name: `${name}${farmNames.get(farm) ?? ''}` }));
  const { data: known = [] } = useNutrients();
  const labels = {
    animal_type: t('nutrients:norms.animal_type'),
    group: t('nutrients:norms.group'),
    nutrient: t('nutrients:name'),
    from: t('nutrients:norms.from'),
    min: t('nutrients:norms.min'),
    target: t('nutrients:norms.target'),
    max: t('nutrients:norms.max'),
    per: t('nutrients:norms.per'),
    equation: t('nutrients:norms.equation'),
    inputs: t('nutrients:norms.equation'),
  };
  const modal = useResourceForm<typeof norms, NormValues>(norms, {
    row: norm,
    valuesOf: (row) => normValues(row, today),
    bodyOf: normBody,
    labels,
    show: (_field, value) => (typeof value === 'object' ? JSON.stringify(value) : String(value ?? '–')),
  });
  const { form } = modal;
  const { nutrient, equation, inputs } = form.values;
  const isDryMatter = nutrient === null;
  const findUnit = (id: number | null, per: NormBasis) => findBoundUnit(known.find((one) => one.id === id) ?? null, per);
  const unit = findUnit(nutrient, form.values.per);
  /** Changes the subject of the bounds. Typed numbers stay as they are on screen. */
  const changeSubject = (next: Partial<Pick<NormValues, 'nutrient' | 'per'>>) => {
    const { per } = form.values;
    const { shown = identity } = measureField(t, format, unit).measure ?? {};
    const { stored = identity } =
      measureField(t, format, findUnit(next.nutrient === undefined ? nutrient : next.nutrient, next.per ?? per)).measure ?? {};
    const keepShown = (value: number | null) => (value === null ? null : stored(shown(value)));
    form.setValues({ ...next, ...Object.fromEntries(BOUNDS.map((field) => [field, keepShown(form.values[field])])) });
  };
  const intake = Intake.safeParse(toIntake(form.values));
  const bound = (field: (typeof BOUNDS)[number]) => (
    <DecimalInput key={field} {...measureField(t, format, unit)} label={labels[field]} {...form.getInputProps(field)} />
  );
  return (
    <FormModal
      {...modal}
      size="lg"
      onClose={onClose}
      title={norm ? `${norm.group_name ?? norm.animal_type_name}` : t('nutrients:norms.create')}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <IdSelect
          clearable
          rows={herdRows}
          label={labels.group}
          description={t('nutrients:norms.either')}
          {...form.getInputProps('group')}
        />
        <IdSelect clearable rows={types} label={labels.animal_type} {...form.getInputProps('animal_type')} />
        <IdSelect
          rows={[{ id: DRY_MATTER, name: t('nutrients:norms.dry_matter') }, ...known]}
          label={labels.nutrient}
          {...form.getInputProps('nutrient')}
          value={nutrient ?? DRY_MATTER}
          onChange={(id) => changeSubject({ nutrient: id || null })}
        />
        <DayInput label={labels.from} {...form.getInputProps('from')} />
        {isDryMatter ? (
          <Select
            clearable
            label={labels.equation}
            placeholder={t('nutrients:norms.equations.own')}
            data={INTAKE_EQUATIONS.map((one) => ({ value: one, label: t(`nutrients:norms.equations.${one}`) }))}
            {...form.getInputProps('equation')}
          />
        ) : (
          <Select
            allowDeselect={false}
            label={labels.per}
            data={NORM_BASES.map((per) => ({ value: per, label: t(`nutrients:norms.pers.${per}`) }))}
            {...form.getInputProps('per')}
            onChange={(per) => changeSubject({ per: per as NormBasis })}
          />
        )}
      </SimpleGrid>
      {isDryMatter && equation !== null && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {INPUTS[equation].map((input) => (
              <DecimalInput
                key={input}
                kind={input === 'weight' || input === 'milk' ? 'weight' : 'ratio'}
                label={t(`nutrients:norms.inputs.${input}`)}
                value={inputs[input] ?? null}
                onChange={(value) => form.setFieldValue('inputs', { ...inputs, [input]: value })}
                error={form.errors[`intake.${input}`]}
              />
            ))}
          </SimpleGrid>
          <SumLine
            label={t('nutrients:norms.equation')}
            value={intake.success ? format.value('weight', calculateIntake(intake.data)) : '–'}
          />
        </>
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {bound('min')}
        {isDryMatter && equation !== null ? null : bound('target')}
        {bound('max')}
      </SimpleGrid>
    </FormModal>
  );
}
