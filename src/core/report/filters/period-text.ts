import type { TFunction } from 'i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { periodOf, type Range } from '#contract/periods.ts';
import type { Filters } from '#src/core/report/filters.ts';

/** `14.11.2026 – 20.11.2026, 7 days`; with little room, only the days are shown. */
export function periodText(range: Range, today: string, t: TFunction, format: Formatter): string {
  const preset = periodOf(range, today);
  const days = daysText(range, format);
  return preset ? `${days}, ${t(`reports:preset.${preset}`)}` : days;
}

/** `06:00 – 11:00`. */
export const timesText = ({ times }: Pick<Filters, 'times'>, t: TFunction, format: Formatter): string =>
  times ? `${format.value('time', times.start)} – ${format.value('time', times.end)}` : t('reports:filter.any_time');
