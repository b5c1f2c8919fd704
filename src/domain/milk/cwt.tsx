import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { round } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';

/** Pounds of a hundredweight, the unit of milk prices with pounds. */
const CWT = 100;

const perCwt = ({ fromPrice }: Pick<Formatter, 'fromPrice'>, perKg: number) => round(fromPrice(perKg) * CWT, 2);

/** Writes a milk price: per hundredweight with pounds, otherwise per kilogram. */
export function useMilkPriceText() {
  const { t } = useTranslation(['milk', 'core']);
  const format = useFormat();
  const pounds = format.units === 'lb';
  return {
    unit: pounds ? t('milk:per_cwt', format.unitValues) : t(format.unit('price'), format.unitValues),
    text: (perKg: number | null) =>
      format.value(pounds ? 'ratio' : 'price', perKg === null || !pounds ? perKg : perCwt(format, perKg), {
        decimals: pounds ? 2 : 4,
      }),
  };
}

interface MilkPriceInputProps {
  label: string;
  value: number | null;
  error?: ReactNode;
  onChange: (perKg: number | null) => void;
}

/** Input of a milk price in its unit. */
export function MilkPriceInput({ value, onChange, ...rest }: MilkPriceInputProps) {
  const format = useFormat();
  const { unit } = useMilkPriceText();
  if (format.units !== 'lb') return <DecimalInput kind="price" decimals={5} value={value} onChange={onChange} {...rest} />;
  return (
    <DecimalInput
      kind="ratio"
      unit={unit}
      rightSectionWidth={68}
      value={value === null ? null : perCwt(format, value)}
      onChange={(typed) => onChange(typed === null ? null : format.toPrice(typed / CWT))}
      {...rest}
    />
  );
}
