import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellWords } from '#common/files/cell-words.ts';
import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { useClientUnits } from './client-context.ts';
import { useCurrentFarm } from './farm-context.ts';
import { useConventions } from './use-conventions.ts';

/**
 * Formats values by kind in the language on screen, with the reader's settings, the client's currency and the open farm's time zone (UTC
 * without a farm).
 */
export function useFormat(options: { timezone?: string; currency?: string } = {}): Formatter {
  const { t } = useTranslation('core');
  const language = useLanguage();
  const farm = useCurrentFarm();
  const timezone = options.timezone ?? farm?.timezone ?? 'UTC';
  const { units, clock } = useConventions();
  const client = useClientUnits();
  const currency = options.currency ?? client?.currency ?? undefined;
  return useMemo(
    () => createFormatter({ language, units, clock, timezone, currency, labels: cellWords(t) }),
    [t, language, units, clock, timezone, currency],
  );
}

/** Creates the same formatter for another time zone and currency, which arrive with the data. */
export function useFormatIn(): (place: { timezone: string; currency: string }) => Formatter {
  const { t } = useTranslation('core');
  const language = useLanguage();
  const { units, clock } = useConventions();
  return useCallback((place) => createFormatter({ language, units, clock, ...place, labels: cellWords(t) }), [t, language, units, clock]);
}
