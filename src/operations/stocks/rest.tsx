import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../core/i18n/use-format.ts';
import classes from './rest.module.css';

/** What is left of a feed; below zero more was taken than the books held. */
export function Rest({ kg }: { kg: number }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const text = format.value('weight', kg);
  if (kg >= 0) return text;
  return (
    <span className={classes.mark} data-tone="beyond" title={t('operations:ingredients.negative')}>
      <IconAlertTriangle size={14} aria-label={t('operations:ingredients.negative')} />
      {text}
    </span>
  );
}

/** Fewer days than this are worth a warning. */
const SOON_DAYS = 7;

/** `text` with a warning when what is left lasts less than a week. */
export function Lasting({ days, text }: { days: number | null; text: string }) {
  const { t } = useTranslation('operations');
  if (days === null || days >= SOON_DAYS) return text;
  return (
    <span className={classes.mark} data-tone={days < 1 ? 'beyond' : 'over'} title={t('operations:ingredients.soon')}>
      <IconAlertTriangle size={14} aria-label={t('operations:ingredients.soon')} />
      {text}
    </span>
  );
}
