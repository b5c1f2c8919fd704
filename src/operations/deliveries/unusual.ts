import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { deliveries, UNUSUAL_FIELDS, type UsualDelivery } from '#contract/operations/deliveries.ts';
import { isUnusual } from '#contract/usual.ts';
import { api } from '#src/core/api/api.ts';
import { ask } from '#src/core/ui/question.ts';
import type { Delivery } from './columns.tsx';
import type { DeliveryValues } from './values.ts';

const KINDS = { value: 'weight', price: 'price' } as const;

/** Asks about a weight or price far off what the feed's deliveries usually have; resolves to whether it is meant so. */
export async function isMeant(values: DeliveryValues, before: Delivery | null, format: Formatter, t: TFunction): Promise<boolean> {
  const { ingredient, delivery_type } = values;
  const moved = before?.ingredient !== ingredient || before?.delivery_type !== delivery_type;
  const given = UNUSUAL_FIELDS.filter((field) => values[field] !== null && (moved || values[field] !== before?.[field]));
  if (ingredient === null || given.length === 0) return true;
  const query = { ingredient, delivery_type, except: before?.id };
  // What can't be compared is not held up by it: the saving tells what fails.
  const usual = await api.get<UsualDelivery>(`${deliveries.path}/usual/`, { query }).then(
    ({ data }) => data,
    () => null,
  );
  const off = given.flatMap((field) => {
    const known = usual?.[field] ?? null;
    const now = values[field] ?? 0;
    if (!isUnusual(now, known)) return [];
    const text = (amount: number) => `${format.value(KINDS[field], amount)}\u00a0${t(format.unit(KINDS[field]), format.unitValues)}`;
    return [t(`pages:deliveries.unusual.${field}`, { given: text(now), usual: text(known) })];
  });
  if (off.length === 0) return true;
  return ask({ title: t('pages:deliveries.unusual.title'), text: off.join(' '), confirm: t('pages:deliveries.unusual.confirm') });
}
