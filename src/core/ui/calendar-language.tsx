import '@mantine/dates/styles.layer.css';
import { MantineThemeProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/kinds.ts';
import { useConventions } from '#src/core/format/use-conventions.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';

/** Names of months and weekdays, loaded only for the current language. */
const NAMES: Record<Language, () => Promise<unknown>> = {
  uk: () => import('dayjs/locale/uk'),
  ru: () => import('dayjs/locale/ru'),
  en: async () => null,
  us: async () => null,
  pl: () => import('dayjs/locale/pl'),
  nl: () => import('dayjs/locale/nl'),
  de: () => import('dayjs/locale/de'),
  fr: () => import('dayjs/locale/fr'),
  it: () => import('dayjs/locale/it'),
  ro: () => import('dayjs/locale/ro'),
  et: () => import('dayjs/locale/et'),
};

const FIRST_DAYS = { sunday: 0, monday: 1, saturday: 6 } as const;

/**
 * Calendars inside use the current language, also for screen readers, return the focus to their field, and start weeks on the user's first
 * weekday.
 */
export function CalendarLanguage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('core');
  const language = useLanguage();
  const { week_start } = useConventions();
  const { data: ready } = useQuery({
    queryKey: ['calendar-names', language],
    queryFn: async () => ((await NAMES[language]()) ? language : 'en'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Languages without a file in dayjs use English.
  const locale = ready ?? 'en';
  const theme = useMemo(() => {
    const ariaLabels = {
      nextMonth: t('core:calendar.next_month'),
      previousMonth: t('core:calendar.previous_month'),
      nextYear: t('core:calendar.next_year'),
      previousYear: t('core:calendar.previous_year'),
      nextDecade: t('core:calendar.next_decade'),
      previousDecade: t('core:calendar.previous_decade'),
    };
    const field = { defaultProps: { popoverProps: { returnFocus: true } } };
    return {
      components: { Calendar: { defaultProps: { ariaLabels } }, DatePickerInput: field, DateTimePicker: field, MonthPickerInput: field },
    };
  }, [t]);
  return (
    <MantineThemeProvider theme={theme} inherit>
      <DatesProvider settings={{ locale, firstDayOfWeek: FIRST_DAYS[week_start] }}>{children}</DatesProvider>
    </MantineThemeProvider>
  );
}
