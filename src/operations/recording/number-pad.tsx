import { UnstyledButton } from '@mantine/core';
import { IconBackspace } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './number-pad.module.css';

const DIGITS = [
  ['7', '8', '9'],
  ['4', '5', '6'],
  ['1', '2', '3'],
] as const;
export const LONGEST = 9;

interface NumberPadProps {
  value: string;
  /** True if the first key replaces the value. */
  replace?: boolean;
  onChange: (value: string) => void;
  /** A number that one key enters. */
  offer?: { label: string; onUse: () => void };
  /** The button for the next step, two keys high near the thumb. */
  next: ReactNode;
}

/** The number after a key. With `replace`, the key starts a new number. A second decimal mark or a third decimal is ignored. */
export function press(old: string, key: string, mark: string, replace = false): string {
  const value = replace ? '' : old;
  if (key === 'back') return value.slice(0, -1);
  const [, decimals] = value.split(/[.,]/);
  if (key === mark) return decimals === undefined ? `${value || '0'}${mark}` : value;
  if (value.length >= LONGEST || (decimals?.length ?? 0) >= 2) return value;
  return value === '0' ? key : value + key;
}

/** Keys for gloves: at least 56 px high. */
export function NumberPad({ value, replace = false, onChange, offer, next }: NumberPadProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const mark = format.typed(1.5).charAt(1);
  const key = (name: string, className = classes.key) => (
    <UnstyledButton
      key={name}
      className={className}
      aria-label={name === 'back' ? t('pages:recording.erase') : undefined}
      onClick={() => onChange(press(value, name, mark, replace))}
    >
      {name === 'back' ? <IconBackspace size={28} aria-hidden /> : name}
    </UnstyledButton>
  );
  return (
    <fieldset className={classes.pad} aria-label={t('pages:recording.pad')}>
      {DIGITS[0].map((digit) => key(digit))}
      {key('back')}
      {DIGITS[1].map((digit) => key(digit))}
      {offer ? (
        <UnstyledButton className={`${classes.key} ${classes.offer}`} onClick={offer.onUse}>
          {offer.label}
        </UnstyledButton>
      ) : (
        <span />
      )}
      {DIGITS[2].map((digit) => key(digit))}
      <div className={classes.next}>{next}</div>
      {key('0', `${classes.key} ${classes.zero}`)}
      {key(mark)}
    </fieldset>
  );
}
