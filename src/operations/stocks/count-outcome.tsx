import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './count.module.css';

interface CountOutcomeProps {
  expected: { expected: number; held: number } | undefined;
  weight: number | null;
}

/** What posting a count would do: the books' weight, the difference, and how much of what there was is gone. */
export function CountOutcome({ expected, weight }: CountOutcomeProps) {
  const { t } = useTranslation(['operations', 'core']);
  const format = useFormat();
  const unit = t(format.unit('weight'));
  // To the gram, as the ledger keeps it.
  const difference = expected && weight !== null ? Math.round((weight - expected.expected) * 1000) / 1000 : null;
  const shrink = difference !== null && expected && expected.held > 0 ? (difference * 100) / expected.held : null;
  const tone = difference === null || difference === 0 ? undefined : difference < 0 ? 'under' : 'over';
  return (
    <dl className={classes.outcome} aria-live="polite">
      <div>
        <dt>{t('operations:stocks.count.expected')}</dt>
        <dd>
          {format.value('weight', expected?.expected)} <small>{expected && unit}</small>
        </dd>
      </div>
      <div data-tone={tone}>
        <dt>{t('operations:stocks.count.difference')}</dt>
        <dd>
          {difference === 0 && <IconCircleCheck size={16} aria-hidden />}
          {tone && <IconAlertTriangle size={16} aria-hidden />}
          {format.signed('weight', difference)} <small>{difference !== null && unit}</small>
        </dd>
      </div>
      <div data-tone={tone}>
        <dt>{t('operations:stocks.count.shrink')}</dt>
        <dd>
          {format.signed('percent', shrink)} <small>{shrink !== null && '%'}</small>
        </dd>
      </div>
    </dl>
  );
}
