import '@mantine/dates/styles.layer.css';
import { DatesProvider } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Language } from '../../../contract/kinds.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** Names of months and weekdays, only of the language on screen. */
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

/** Calendars below speak the language on screen; weeks begin on Monday, in `us` on Sunday. */
export function CalendarLanguage({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { data: ready } = useQuery({
    queryKey: ['calendar-names', language],
    queryFn: async () => {
      await NAMES[language]();
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const locale = ready && language !== 'us' && language !== 'en' ? language : 'en';
  return <DatesProvider settings={{ locale, firstDayOfWeek: language === 'us' ? 0 : 1 }}>{children}</DatesProvider>;
}
