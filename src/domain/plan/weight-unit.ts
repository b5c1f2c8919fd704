import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';

/** The unit of weights on screen: kg or lb. */
export function useWeightUnit(): string {
  const { t } = useTranslation('core');
  const format = useFormat();
  return t(format.unit('weight'));
}
