import i18next, { type TFunction } from 'i18next';
import { round, truncate } from '#common/format/decimal.ts';
import { deviceTimezone } from '#common/format/device-timezone.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { FieldError } from '#contract/errors.ts';
import { languageOfTag } from '#src/core/i18n/languages.ts';
import { presentConventions } from './entered-client.ts';

/** Fields whose limits are no plain numbers: the API tells them as they are stored. */
const KINDS: Readonly<Record<string, 'weight' | 'price'>> = {
  ...Object.fromEntries(
    [
      'kg value capacity max_weight weight weight_plan weight_fact weight_per_head planned_leftovers leftovers refed rounding counted rest',
      'loading_admittance loading_sensitivity unloading_admittance unloading_sensitivity',
    ].flatMap((names) => names.split(' ').map((name) => [name, 'weight' as const])),
  ),
  price: 'price',
};

/** A bound as the reader writes such values: a day, month, time or moment by the language, a weight or price in the reader's unit. */
export function limitText(t: TFunction, name: string, limit: NonNullable<FieldError['limit']>, field: string): string {
  const language = languageOfTag(i18next.language);
  const { units, clock } = presentConventions();
  const format = createFormatter({ language, units, clock, timezone: deviceTimezone() });
  if (typeof limit === 'string') {
    if (/^\d{4}-\d{2}$/.test(limit)) return format.month(limit);
    if (/^\d{4}-\d{2}-\d{2}$/.test(limit)) return format.value('date', limit);
    if (/^\d{4}-\d{2}-\d{2}T/.test(limit)) return format.value('datetime', limit);
    return format.time(limit);
  }
  const kind =
    name === 'mixer_weight' || name === 'stock_short' ? 'weight' : LIMITS.has(name) ? KINDS[field.split('.').at(-1) ?? ''] : undefined;
  if (!kind) return format.value('ratio', limit);
  const shown = format.number(kind, limit) ?? 0;
  // What is shown is inside of the bound, as the digits of a field can say it.
  const least = name === 'min_val' && truncate(shown) < shown ? round(truncate(shown) + 0.01, 2) : shown;
  const text = format.value('ratio', least);
  return kind === 'weight' ? `${text}\u00a0${t(format.unit(kind))}` : text;
}
const LIMITS = new Set(['too_large', 'min_val']);
