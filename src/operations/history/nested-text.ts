import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { Under } from '#common/texts/keys.ts';
import { type Hold, isByHead, type RationBasis } from '#contract/operations/ration-items.ts';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import type { HistoryPart } from '#src/core/resource/difference.ts';
import type { Programme } from './fields.ts';

/** Fields that are something else in one list than in the others: a ration rounds to a step, a mixer does or doesn't. */
export const CALLED: Partial<Record<HistoryList, Partial<Record<string, Under<'pages:history.fields'>>>>> = {
  rations: { rounding: 'rounding_step' },
  harvests: { cost: 'cost_of_all' },
  orders: { company_name: 'supplier' },
  ownerlines: { text: 'what_for' },
  services: { cost: 'service_cost' },
};

interface Part {
  ingredient: number;
  ingredient_name: string;
  percent: number;
  amount?: number;
  hold?: Hold;
}

/** A recipe in one line. */
export const recipeText = (items: readonly Pick<Part, 'ingredient_name' | 'percent'>[], format: Formatter) =>
  items.map(({ ingredient_name, percent }) => `${ingredient_name} ${format.percent(percent)}`).join('; ');

/** The basis of the parts, and the constant of each; shares if the row, as an older one, has shares. */
export function partsOf(
  value: unknown,
  basis: RationBasis,
  t: TFunction<['operations', 'core', 'pages']>,
  format: Formatter,
): HistoryPart[] {
  const measure = t(`pages:drymatter.bases.${basis}`, { unit: t(format.unit('weight')) });
  return (value as Part[]).flatMap(({ ingredient, ingredient_name, percent, amount, hold }): HistoryPart[] => [
    basis === 'load_fresh' || amount === undefined
      ? { key: ingredient, label: `${ingredient_name}, %`, value: percent }
      : {
          key: `${ingredient} ${basis}`,
          label: `${ingredient_name}, ${measure}`,
          value: amount,
          kind: isByHead(basis) ? 'weight' : 'percent',
        },
    ...(hold === 'dry'
      ? [
          {
            key: `${ingredient} hold`,
            label: `${ingredient_name}: ${t('pages:drymatter.hold')}`,
            value: t('pages:drymatter.holds.dry'),
            kind: 'text' as const,
          },
        ]
      : []),
  ]);
}

export const stepsOf = (value: unknown) =>
  (value as Programme['steps']).map(({ day, ration_name, weight_per_head }) => ({
    key: `${day} ${ration_name}`,
    label: `${day} · ${ration_name}`,
    value: weight_per_head,
  }));
