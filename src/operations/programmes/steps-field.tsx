import { ActionIcon, Button, Input } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IdSelect } from '#src/domain/farm/id-select.tsx';
import classes from './programmes.module.css';
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
  const put = (key: string, part: Partial<StepValues>) => onChange(value.map((step) => (step.key === key ? { ...step, ...part } : step)));
  return (
    <Input.Wrapper
      label={t('pages:programmes.steps')}
      labelElement="div"
      description={t('pages:programmes.ends_hint')}
      error={errorOf('steps')}
    >
      <ol className={classes.steps}>
        {value.map((step, index) => (
          <li key={step.key} className={classes.step}>
            <DecimalInput
              kind="count"
              max={2000}
              label={t('pages:programmes.day')}
              value={step.day}
              onChange={(day) => put(step.key, { day })}
              error={errorOf(`steps.${index}.day`)}
            />
            <IdSelect
              rows={rations}
              label={t('pages:programmes.ration')}
              value={step.ration}
              onChange={(ration) => put(step.key, { ration })}
              error={errorOf(`steps.${index}.ration`)}
            />
            <DecimalInput
              kind="weight"
              max={1000}
              label={t('pages:programmes.weight')}
              value={step.weight_per_head}
              onChange={(weight_per_head) => put(step.key, { weight_per_head })}
              error={errorOf(`steps.${index}.weight_per_head`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={value.length === 1}
              aria-label={t('pages:programmes.remove_step', { number: index + 1 })}
              onClick={() => onChange(value.filter(({ key }) => key !== step.key))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        size="xs"
        mt="xs"
        mb={6}
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange([...value, newStep(value)])}
      >
        {t('pages:programmes.add_step')}
      </Button>
    </Input.Wrapper>
  );
}
