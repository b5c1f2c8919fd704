import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DENSITY, VOLUME } from '#common/format/volume.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';

interface VolumeInputProps {
  of: 'volume' | 'density';
  label: string;
  description?: string;
  value?: number | null;
  error?: ReactNode;
  readOnly: boolean;
  onChange?: (value: number | null) => void;
}

/** A volume or density: stored in cubic metres, typed in cubic feet by readers with pounds. */
export function VolumeInput({ of, value = null, onChange, ...rest }: VolumeInputProps) {
  const { t } = useTranslation('pages');
  const { units } = useFormat();
  const { shown, stored } = (of === 'volume' ? VOLUME : DENSITY)[units];
  return (
    <DecimalInput
      kind="ratio"
      unit={t(`pages:drymatter.units.${of}_${units}`)}
      value={value === null ? null : shown(value)}
      onChange={(typed) => onChange?.(typed === null ? null : stored(typed))}
      {...rest}
    />
  );
}
