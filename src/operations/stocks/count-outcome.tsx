import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './count.module.css';
import { differenceOf, type Expected } from './difference.ts';

interface CountOutcomeProps {
  expected: Expected | undefined;
  weight: number | null;
}

/** What posting a count would do: the books' weight, the difference, and how much of what there was is gone. */
export function CountOutcome({ expected, weight }: CountOutcomeProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = t(format.unit('weight'));
  const { difference, shrink, tone } = differenceOf(expected, weight);
  return (
    <dl className={classes.outcome} aria-live="polite">
      <div>
        <dt>{t('pages:stocks.count.expected')}</dt>
        <dd>
          {format.value('weight', expected?.expected)} <small>{expected && unit}</small>
        </dd>
      </div>
      <div data-tone={tone}>
        <dt>{t('pages:stocks.count.difference')}</dt>
        <dd>
          {difference === 0 && <IconCircleCheck size={16} aria-hidden />}
          {tone && <IconAlertTriangle size={16} aria-hidden />}
          {format.signed('weight', difference)} <small>{difference !== null && unit}</small>
        </dd>
      </div>
      <div data-tone={tone}>
        <dt>{t('pages:stocks.count.shrink')}</dt>
        <dd>
          {format.signed('percent', shrink)} <small>{shrink !== null && '%'}</small>
        </dd>
      </div>
    </dl>
  );
}
