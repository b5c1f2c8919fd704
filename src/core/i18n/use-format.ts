import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LOADING_STATUSES } from '../../../contract/kinds.ts';
import { createFormatter, type Formatter } from '../format/formatter.ts';
import { useCurrentFarm } from '../layout/farm-context.ts';
import { useLanguage } from './use-language.ts';

/** Writes values by kind in the language on screen and the open farm's timezone (UTC until a farm is open). */
export function useFormat(options: { timezone?: string; currency?: string } = {}): Formatter {
  const { t } = useTranslation('core');
  const language = useLanguage();
  const farm = useCurrentFarm();
  const timezone = options.timezone ?? farm?.timezone ?? 'UTC';
  const { currency } = options;
  return useMemo(() => {
    const status = Object.fromEntries(LOADING_STATUSES.map((one) => [one, t(`core:status.${one}`)]));
    return createFormatter({ language, timezone, currency, labels: { status, yes: t('core:yes'), no: t('core:no') } });
  }, [t, language, timezone, currency]);
}
