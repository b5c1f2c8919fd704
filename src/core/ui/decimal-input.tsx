import type { TextInputProps } from '@mantine/core';
import { Text, TextInput } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { retype, typedNumber } from '#common/format/parse.ts';
import type { Kind } from '#contract/kinds.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './decimal-input.module.css';
import { digitsIn, useKeptCaret } from './kept-caret.ts';

type NumberKind = Extract<Kind, 'weight' | 'price' | 'percent' | 'count' | 'ratio'>;

interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  kind: NumberKind;
  /** The stored value: kilograms, money per kilogram; null if empty. */
  value?: number | null;
  onChange?: (value: number | null) => void;
  /** In the unit of the stored value. */
  max?: number;
  /** Number of decimals, if the kind's default is too small. */
  decimals?: number;
  /** Overrides the kind's unit. */
  unit?: ReactNode;
  /** Converts the value between its stored unit and `unit`. */
  measure?: Measure | undefined;
}

interface Measure {
  shown: (stored: number) => number;
  stored: (typed: number) => number;
}

const DECIMALS: Record<NumberKind, number> = { weight: 2, price: 4, percent: 2, count: 0, ratio: 2 };

function converters(format: Formatter, kind: NumberKind, decimals = 0): Measure {
  const weight = Math.max(decimals, 3);
  if (kind === 'weight') return { shown: (kg) => format.fromKg(kg, weight), stored: (typed) => format.toKg(typed, weight) };
  if (kind === 'price') return { shown: (price) => format.fromPrice(price, Math.max(decimals, 4)), stored: format.toPrice };
  return { shown: (value) => value, stored: (value) => value };
}

/**
 * A number typed in the user's unit and language, stored in the standard unit. Thousands are separated while typing, and the parsed number
 * is shown next to the field.
 */
export function DecimalInput({
  kind,
  value = null,
  onChange,
  max,
  unit,
  measure,
  decimals,
  readOnly,
  rightSectionWidth,
  onBlur,
  ...rest
}: DecimalInputProps) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const { shown, stored } = measure ?? converters(format, kind, decimals);
  const unitKey = format.unit(kind);
  const unitText = unit ?? (unitKey && t(unitKey, format.unitValues));
  const present = typed ?? (value === null ? '' : format.typed(shown(value)));
  const text = format.typedText(present);
  const caret = useKeptCaret(text);

  const change = ({ currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const forward = (nativeEvent as InputEvent).inputType === 'deleteContentForward';
    const next = retype(present, field.value, {
      language: format.language,
      decimals: decimals ?? DECIMALS[kind],
      groups: kind !== 'percent',
      forward,
    });
    if (next === null) return;
    // If a digit is deleted together with the separator before it, the digit was after the caret.
    const gone = forward ? digitsIn(field.value) - digitsIn(next) : 0;
    caret.keep(field, next, gone);
    const number = typedNumber(next);
    const capped = number !== null && max !== undefined && number > shown(max);
    setTyped(capped ? null : next);
    onChange?.(capped ? max! : number === null ? null : stored(number));
  };
  const read = typed === null ? null : typedNumber(typed);

  return (
    <TextInput
      inputMode={kind === 'count' ? 'numeric' : 'decimal'}
      autoComplete="off"
      styles={{ input: { textAlign: 'right' } }}
      {...rest}
      readOnly={readOnly}
      value={text}
      onChange={change}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      inputContainer={(input) => (
        <div className={classes.field}>
          {input}
          {read !== null && (
            <span className={classes.reading} aria-live="polite" data-reading>
              = {format.typedText(format.typed(read))} {unitText}
            </span>
          )}
        </div>
      )}
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
