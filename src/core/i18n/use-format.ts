import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellWords } from '../export/cell-words.ts';
import { createFormatter, type Formatter } from '../format/formatter.ts';
import { useClientUnits } from '../layout/client-context.ts';
import { useCurrentFarm } from '../layout/farm-context.ts';
import { useLanguage } from './use-language.ts';

/** Writes values by kind in the language on screen, the client's currency and the open farm's timezone (UTC until a farm is open). */
export function useFormat(options: { timezone?: string; currency?: string } = {}): Formatter {
  const { t } = useTranslation('core');
  const language = useLanguage();
  const farm = useCurrentFarm();
  const timezone = options.timezone ?? farm?.timezone ?? 'UTC';
  const units = useClientUnits();
  const currency = options.currency ?? units?.currency ?? undefined;
  return useMemo(() => createFormatter({ language, timezone, currency, labels: cellWords(t) }), [t, language, timezone, currency]);
}
