import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kind } from '../../../contract/kinds.ts';
import type { Formatter } from '../format/formatter.ts';
import { cutDecimals } from '../format/parse.ts';
import { useFormat } from '../i18n/use-format.ts';

type NumberKind = Extract<Kind, 'weight' | 'price' | 'percent' | 'count' | 'ratio'>;

interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  kind: NumberKind;
  /** As stored: kilograms, money per kilogram; null while empty. */
  value?: number | null;
  onChange?: (value: number | null) => void;
  /** As stored. */
  max?: number;
  /** Instead of the kind's unit. */
  unit?: ReactNode;
}

const DECIMALS: Record<NumberKind, number> = { weight: 2, price: 4, percent: 2, count: 0, ratio: 2 };

function converters(format: Formatter, kind: NumberKind): { shown: (stored: number) => number; stored: (typed: number) => number } {
  if (kind === 'weight') return { shown: format.fromKg, stored: format.toKg };
  if (kind === 'price') return { shown: format.fromPrice, stored: format.toPrice };
  return { shown: (value) => value, stored: (value) => value };
}

/** A number typed with comma or dot in the unit on screen, kept as stored. */
export function DecimalInput({ kind, value = null, onChange, max, unit, readOnly, rightSectionWidth, onBlur, ...rest }: DecimalInputProps) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const { shown, stored } = converters(format, kind);
  const unitKey = format.unit(kind);
  const unitText = unit ?? (unitKey && t(unitKey, format.unitValues));

  const change = (text: string) => {
    if (text.trim() === '') {
      setTyped('');
      return onChange?.(null);
    }
    const kept = cutDecimals(text, DECIMALS[kind]);
    const number = format.parseNumber(kept, { decimals: DECIMALS[kind] });
    if (number === null) return;
    const capped = max !== undefined && number > shown(max);
    setTyped(capped ? null : kept);
    onChange?.(capped ? max! : stored(number));
  };

  return (
    <TextInput
      inputMode={kind === 'count' ? 'numeric' : 'decimal'}
      autoComplete="off"
      styles={{ input: { textAlign: 'right' } }}
      {...rest}
      readOnly={readOnly}
      value={typed ?? (value === null ? '' : format.typed(shown(value)))}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      rightSection={
        unitText && (
          <Text size="xs" c="dimmed" pe={8} truncate>
            {unitText}
          </Text>
        )
      }
      rightSectionWidth={unitText ? (rightSectionWidth ?? (kind === 'price' ? 68 : 44)) : undefined}
      rightSectionPointerEvents="none"
    />
  );
}
