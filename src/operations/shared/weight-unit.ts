import { useTranslation } from 'react-i18next';
import { useFormat } from '../../core/i18n/use-format.ts';

/** The unit of weights on screen: kg, or Lbs. */
export function useWeightUnit(): string {
  const { t } = useTranslation('core');
  const format = useFormat();
  return t(format.unit('weight'));
}
