import { useTranslation } from 'react-i18next';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { LineList } from '#src/core/ui/line-list.tsx';
import { newStep, type StepValues } from './values.ts';

interface StepsFieldProps {
  value: readonly StepValues[];
  rations: readonly { id: number; name: string }[];
  onChange: (steps: StepValues[]) => void;
  errorOf: (path: string) => string | undefined;
}

/** The steps of a programme, one under the other. */
export function StepsField({ value, rations, onChange, errorOf }: StepsFieldProps) {
  const { t } = useTranslation(['pages', 'core']);
  return (
    <LineList
      label={t('pages:programmes.steps')}
      description={t('pages:programmes.ends_hint')}
      error={errorOf('steps')}
      lines={value}
      onChange={onChange}
      newLine={() => newStep(value)}
      least={1}
      columns="80px minmax(0, 1fr) 160px"
      pairs
      addLabel={t('pages:programmes.add_step')}
      removeName={(number) => t('pages:programmes.remove_step', { number })}
    >
      {(step, index, put) => (
        <>
          <DecimalInput
            kind="count"
            max={2000}
            label={t('pages:programmes.day')}
            value={step.day}
            onChange={(day) => put({ day })}
            error={errorOf(`steps.${index}.day`)}
          />
          <IdSelect
            rows={rations}
            label={t('pages:programmes.ration')}
            value={step.ration}
            onChange={(ration) => put({ ration })}
            error={errorOf(`steps.${index}.ration`)}
          />
          <DecimalInput
            kind="weight"
            max={1000}
            label={t('pages:programmes.weight')}
            value={step.weight_per_head}
            onChange={(weight_per_head) => put({ weight_per_head })}
            error={errorOf(`steps.${index}.weight_per_head`)}
          />
        </>
      )}
    </LineList>
  );
}
