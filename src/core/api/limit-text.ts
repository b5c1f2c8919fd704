import i18next, { type TFunction } from 'i18next';
import { round, truncate } from '#common/format/decimal.ts';
import { deviceTimezone } from '#common/format/device-timezone.ts';
import { createFormatter, type Formatter } from '#common/format/formatter.ts';
import type { FieldError } from '#contract/errors.ts';
import { languageOfTag } from '#src/core/i18n/languages.ts';
import { presentConventions } from './entered-client.ts';

/** Fields whose limits need a format. The API sends stored values. */
const KINDS: Readonly<Record<string, 'weight' | 'price'>> = {
  ...Object.fromEntries(
    [
      'kg value capacity max_weight weight weight_plan weight_fact weight_per_head planned_leftovers leftovers refed rounding counted rest',
      'loading_admittance loading_sensitivity unloading_admittance unloading_sensitivity',
    ].flatMap((names) => names.split(' ').map((name) => [name, 'weight' as const])),
  ),
  price: 'price',
};

/** A limit in the reader's format: days, months, times and moments by the language, weights and prices in the reader's unit. */
export function limitText(t: TFunction, name: string, limit: NonNullable<FieldError['limit']>, field: string): string {
  const language = languageOfTag(i18next.language);
  const { units, clock } = presentConventions();
  const format = createFormatter({ language, units, clock, timezone: deviceTimezone() });
  if (typeof limit === 'string') return dateLimit(format, limit);
  const kind = findKind(name, field);
  if (!kind) return format.value('ratio', limit);
  const shown = format.number(kind, limit) ?? 0;
  // The shown limit is inside the real one, in the digits of the field.
  const least = name === 'min_val' && truncate(shown) < shown ? round(truncate(shown) + 0.01, 2) : shown;
  const text = format.value('ratio', least);
  return kind === 'weight' ? `${text}\u00a0${t(format.unit(kind))}` : text;
}

function dateLimit(format: Formatter, limit: string): string {
  if (/^\d{4}-\d{2}$/.test(limit)) return format.month(limit);
  if (/^\d{4}-\d{2}-\d{2}$/.test(limit)) return format.value('date', limit);
  return /^\d{4}-\d{2}-\d{2}T/.test(limit) ? format.value('datetime', limit) : format.time(limit);
}

/** The kind of an error's limit; undefined for a plain number. */
function findKind(name: string, field: string) {
  if (name === 'mixer_weight' || name === 'stock_short') return 'weight';
  return name === 'too_large' || name === 'min_val' ? KINDS[field.split('.').at(-1) ?? ''] : undefined;
}
