import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { AlertItem, ReportAlert } from '#contract/reports/shape.ts';

/** Text for the size of a problem: days left, kilograms over, percent. */
export function alertValue({ code, kind }: ReportAlert, { value }: AlertItem, t: TFunction, format: Formatter): string {
  if (value === null) return '';
  if (code === 'days_left') return t('reports:alerts.days', { value: format.value(kind, value) });
  const text = code === 'beyond_tolerance' ? format.signed(kind, value) : format.value(kind, value);
  const unit = format.unit(kind);
  return unit ? `${text}\u00a0${t(unit)}` : text;
}
