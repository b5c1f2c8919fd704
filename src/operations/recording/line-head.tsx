import { UnstyledButton } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CurrentLineProps } from './line-props.ts';
import { LotChoice } from './lot-choice.tsx';
import classes from './recording.module.css';
import { Timer } from './timer.tsx';

type LineHeadProps = Pick<CurrentLineProps, 'line' | 'place' | 'count' | 'since' | 'lot' | 'onShowAll'>;

/** The name of the part, its lot, its place among the others, and the time since the last one. */
export function LineHead({ line, place, count, since, lot, onShowAll }: LineHeadProps) {
  const { t } = useTranslation('pages');
  return (
    <div className={classes.top}>
      <h2 className={classes.ingredient} title={line.name}>
        {line.name}
      </h2>
      {lot && <LotChoice {...lot} />}
      <UnstyledButton className={classes.place} onClick={onShowAll}>
        <IconListDetails size={18} aria-hidden />
        <span>
          {t('pages:recording.place', { place, count })} · <Timer since={since} />
        </span>
      </UnstyledButton>
    </div>
  );
}
