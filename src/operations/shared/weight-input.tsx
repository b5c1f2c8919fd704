import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../core/i18n/use-format.ts';

/** The unit of weights on screen: kg, or Lbs. */
export function useWeightUnit(): string {
  const { t } = useTranslation('core');
  const format = useFormat();
  return t(format.unit('weight'));
}

interface WeightInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** Kilograms; null while empty. */
  value: number | null;
  onChange: (kg: number | null) => void;
  /** Kilograms. */
  max?: number;
  /** Instead of the unit. */
  unit?: ReactNode;
}

/** A weight typed with comma or dot in the shown unit, kept in kilograms. */
export function WeightInput({ value, onChange, max, unit, rightSectionWidth, ...rest }: WeightInputProps) {
  const format = useFormat();
  const shownUnit = useWeightUnit();
  const [typed, setTyped] = useState<string | null>(null);
  const decimalMark = format.plain('ratio', 1.5).charAt(1);
  const shown = value === null ? '' : String(format.fromKg(value)).replace('.', decimalMark);
  const change = (text: string) => {
    if (text.trim() === '') {
      setTyped('');
      return onChange(null);
    }
    const limit = max === undefined ? undefined : format.fromKg(max);
    const number = format.parseNumber(text, { max: limit });
    if (number === null) return;
    setTyped(limit !== undefined && number === limit && !text.startsWith(String(limit)) ? null : text);
    onChange(format.toKg(number));
  };
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={typed ?? shown}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => {
        setTyped(null);
        rest.onBlur?.(event);
      }}
      rightSection={
        <Text size="xs" c="dimmed" pe={8}>
          {unit ?? shownUnit}
        </Text>
      }
      rightSectionWidth={rightSectionWidth ?? 52}
      rightSectionPointerEvents="none"
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}
