import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { Outcome } from '#src/core/ui/outcome.tsx';
import { differenceOf, type Expected } from './difference.ts';

interface CountOutcomeProps {
  expected: Expected | undefined;
  weight: number | null;
}

/** Effect of a count: the books' weight, the difference, and the lost share. */
export function CountOutcome({ expected, weight }: CountOutcomeProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = t(format.unit('weight'));
  const { difference, shrink, tone } = differenceOf(expected, weight);
  return (
    <Outcome
      lines={[
        { label: t('pages:stocks.count.expected'), value: format.value('weight', expected?.expected), unit: expected && unit },
        {
          label: t('pages:stocks.count.difference'),
          value: format.signed('weight', difference),
          unit: difference !== null && unit,
          tone,
          mark: difference === 0 ? 'fits' : undefined,
        },
        {
          label: t('pages:stocks.count.shrink'),
          value: format.signed('percent', shrink),
          unit: shrink !== null && '%',
          tone,
          mark: 'none',
        },
      ]}
    />
  );
}
