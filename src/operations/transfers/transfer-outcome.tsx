import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './transfers.module.css';

interface TransferOutcomeProps {
  /** What lies there, kg. */
  rest: number;
  /** The moving average. */
  price: number;
  kg: number | null;
}

/** What a transfer would do: what is there, what is left or missing, and what goes along in money. */
export function TransferOutcome({ rest, price, kg }: TransferOutcomeProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const unit = t(format.unit('weight'));
  const left = kg === null ? null : Math.round((rest - kg) * 1000) / 1000;
  const isShort = left !== null && left < 0;
  return (
    <dl className={classes.outcome} aria-live="polite">
      <div>
        <dt>{t('pages:transfers.there')}</dt>
        <dd>
          {format.value('weight', rest)} <small>{unit}</small>
        </dd>
      </div>
      <div data-short={isShort || undefined}>
        <dt>{t(isShort ? 'pages:transfers.short' : 'pages:transfers.left')}</dt>
        <dd>
          {isShort && <IconAlertTriangle size={16} aria-hidden />}
          {format.value('weight', left === null ? null : Math.abs(left))} <small>{left !== null && unit}</small>
        </dd>
      </div>
      <div>
        <dt>{t('pages:transfers.worth')}</dt>
        <dd>{format.money(kg === null ? null : kg * price)}</dd>
      </div>
    </dl>
  );
}
