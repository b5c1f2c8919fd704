import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { Outcome } from '#src/core/ui/outcome.tsx';

interface TransferOutcomeProps {
  /** The present stock, kg. */
  rest: number;
  /** The moving average. */
  price: number;
  kg: number | null;
}

/** The effect of a transfer: present stock, rest or missing quantity, and transferred value. */
export function TransferOutcome({ rest, price, kg }: TransferOutcomeProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const unit = t(format.unit('weight'));
  const left = kg === null ? null : Math.round((rest - kg) * 1000) / 1000;
  const isShort = left !== null && left < 0;
  return (
    <Outcome
      lines={[
        { label: t('pages:transfers.there'), value: format.value('weight', rest), unit },
        {
          label: t(isShort ? 'pages:transfers.short' : 'pages:transfers.left'),
          value: format.value('weight', left === null ? null : Math.abs(left)),
          unit: left !== null && unit,
          tone: isShort ? 'under' : undefined,
        },
        { label: t('pages:transfers.worth'), value: format.money(kg === null ? null : kg * price) },
      ]}
    />
  );
}
