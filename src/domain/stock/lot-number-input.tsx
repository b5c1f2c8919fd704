import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type LotKind, lotNumber } from '#common/lots/lot-number.ts';

interface LotNumberInputProps extends TextInputProps {
  kind: LotKind;
  /** The entry with this lot; undefined for a new one. */
  entry: number | undefined;
}

/** The number on a lot's paper or label. The placeholder is the lot's own number, which applies if nothing is typed. */
export function LotNumberInput({ kind, entry, ...rest }: LotNumberInputProps) {
  const { t } = useTranslation('pages');
  return (
    <TextInput
      label={t('pages:lots.lot')}
      placeholder={entry === undefined ? undefined : lotNumber(kind, entry, '')}
      description={t('pages:lots.number_hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={100}
      {...rest}
    />
  );
}
