import { UnstyledButton } from '@mantine/core';
import { IconBackspace } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './number-pad.module.css';

const DIGITS = ['7', '8', '9', '4', '5', '6', '1', '2', '3'];
export const LONGEST = 9;

interface NumberPadProps {
  value: string;
  /** The value is an old one: the first key takes its place. */
  replace?: boolean;
  onChange: (value: string) => void;
}

/** What a key makes of the number (nothing stays of one that is replaced); a second decimal mark or a third decimal is left out. */
export function press(old: string, key: string, mark: string, replace = false): string {
  const value = replace ? '' : old;
  if (key === 'back') return value.slice(0, -1);
  const [, decimals] = value.split(/[.,]/);
  if (key === mark) return decimals === undefined ? `${value || '0'}${mark}` : value;
  if (value.length >= LONGEST || (decimals?.length ?? 0) >= 2) return value;
  return value === '0' ? key : value + key;
}

/** Keys for gloves: none lower than 56 px. */
export function NumberPad({ value, replace = false, onChange }: NumberPadProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const mark = format.plain('ratio', 1.5).charAt(1);
  const key = (name: string, label = name) => (
    <UnstyledButton
      key={name}
      className={classes.key}
      aria-label={name === 'back' ? t('pages:recording.erase') : undefined}
      onClick={() => onChange(press(value, name, mark, replace))}
    >
      {name === 'back' ? <IconBackspace size={24} aria-hidden /> : label}
    </UnstyledButton>
  );
  return (
    <fieldset className={classes.pad} aria-label={t('pages:recording.pad')}>
      {DIGITS.map((digit) => key(digit))}
      {key(mark)}
      {key('0')}
      {key('back')}
    </fieldset>
  );
}
