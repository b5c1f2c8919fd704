import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { round } from '#common/format/decimal.ts';
import { SIGNAL_VALUES, type SignalRule } from '#contract/reports/signal-words.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';

const MINUTE = 60;

interface TargetInputProps {
  rule: SignalRule;
  label: string;
  description: string;
  value?: number | null;
  onChange?: (value: number | null) => void;
  error?: ReactNode;
}

/** The target of a rule's values in their shown unit: times in minutes. */
export function TargetInput({ rule, value = null, onChange, ...rest }: TargetInputProps) {
  const { t } = useTranslation('core');
  const { kind } = SIGNAL_VALUES[rule];
  if (kind === 'duration') {
    return (
      <DecimalInput
        {...rest}
        kind="ratio"
        decimals={1}
        unit={t('core:units.min')}
        value={value === null ? null : round(value / MINUTE, 1)}
        onChange={(minutes) => onChange?.(minutes === null ? null : round(minutes * MINUTE, 0))}
      />
    );
  }
  return <DecimalInput {...rest} kind={kind} value={value} onChange={onChange} />;
}
