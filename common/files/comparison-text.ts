import type { TFunction } from 'i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Base } from '#contract/reports/comparison.ts';

/** Text of the days that a report is compared with. */
export const baseDays = ({ planned_on_after: after, planned_on_before: before }: Base, format: Formatter): string =>
  daysText({ after, before }, format);

/** Text of why no change is shown; undefined if it is shown. */
export const whyNoChange = (base: Base, t: TFunction, format: Formatter): string | undefined =>
  base.reason === null
    ? undefined
    : t(`reports:compared.${base.reason}`, { days: baseDays(base, format), share: format.percent(Math.floor(base.coverage)) });

/** Lines of a file about the comparison. */
export const comparisonLines = (base: Base | undefined, t: TFunction, format: Formatter): { label: string; value: string }[] =>
  base ? [{ label: t('reports:compared.line'), value: whyNoChange(base, t, format) ?? baseDays(base, format) }] : [];
