import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { round } from '#common/format/decimal.ts';
import { BONUS_KINDS, BONUS_MEASURES, type BonusMeasure } from '#contract/operations/bonus-measures.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { LineList } from '#src/core/ui/line-list.tsx';
import { newStep, type StepValues } from './values.ts';

interface StepsFieldProps {
  value: readonly StepValues[];
  onChange: (steps: StepValues[]) => void;
  errorOf: (path: string) => string | undefined;
}

const MINUTE = 60;
/** Maximum decimals of a factor. */
const FACTOR_DECIMALS = 4;

/** Steps of a rule, one below the other. */
export function StepsField({ value, onChange, errorOf }: StepsFieldProps) {
  const { t } = useTranslation(['pages', 'reports', 'core']);
  return (
    <LineList
      label={t('pages:bonus_rules.steps')}
      description={t('pages:bonus_rules.steps_hint')}
      error={errorOf('steps')}
      lines={value}
      onChange={onChange}
      newLine={newStep}
      least={1}
      columns="minmax(0, 1fr) 140px 110px"
      addLabel={t('pages:bonus_rules.add_step')}
      removeName={(number) => t('pages:bonus_rules.remove_step', { number })}
    >
      {(step, index, put) => (
        <>
          <Select
            allowDeselect={false}
            label={t('pages:bonus_rules.measure')}
            data={BONUS_MEASURES.map((measure) => ({ value: measure, label: t(`reports:column.${measure}`) }))}
            value={step.measure}
            onChange={(measure) => put({ measure: measure as BonusMeasure, from: null })}
            error={errorOf(`steps.${index}.measure`)}
          />
          <FromInput measure={step.measure} value={step.from} error={errorOf(`steps.${index}.from`)} onChange={(from) => put({ from })} />
          <DecimalInput
            kind="ratio"
            decimals={FACTOR_DECIMALS}
            label={t('pages:bonus_rules.factor')}
            value={step.factor}
            onChange={(factor) => put({ factor })}
            error={errorOf(`steps.${index}.factor`)}
          />
        </>
      )}
    </LineList>
  );
}

interface FromInputProps {
  measure: BonusMeasure;
  value: number | null;
  error: string | undefined;
  onChange: (from: number | null) => void;
}

/** Input for a measure in its shown unit: lateness in minutes. */
function FromInput({ measure, value, error, onChange }: FromInputProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const kind = BONUS_KINDS[measure];
  const common = { label: t('pages:bonus_rules.from'), error };
  if (kind === 'duration') {
    return (
      <DecimalInput
        {...common}
        kind="ratio"
        decimals={1}
        unit={t('core:units.min')}
        value={value === null ? null : round(value / MINUTE, 1)}
        onChange={(minutes) => onChange(minutes === null ? null : round(minutes * MINUTE, 0))}
      />
    );
  }
  if (kind === 'money')
    return <DecimalInput {...common} kind="ratio" unit={format.unitValues.currency} value={value} onChange={onChange} />;
  return <DecimalInput {...common} kind={kind} value={value} onChange={onChange} />;
}
