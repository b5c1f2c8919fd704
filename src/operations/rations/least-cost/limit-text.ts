import type { TFunction } from 'i18next';
import type { ListedNutrient } from '#src/operations/analyses/file.ts';
import type { LimitRow } from './values.ts';

/** A limit in words: "Crude protein, in dry matter". */
export function limitText(
  t: TFunction,
  limit: LimitRow,
  nutrients: readonly ListedNutrient[],
  feedNames: ReadonlyMap<number, string>,
): string {
  const findName = (id: number | null) => nutrients.find((nutrient) => nutrient.id === id)?.name ?? '–';
  if (limit.of === 'dry_matter' || limit.of === 'weight') return t(`nutrients:leastcost.${limit.of}`);
  if (limit.of === 'ratio') return t('nutrients:leastcost.ratio', { first: findName(limit.nutrient), second: findName(limit.to) });
  if (limit.of === 'feeds')
    return `${limit.feeds.map((id) => feedNames.get(id) ?? '–').join(' + ')}, ${t(`nutrients:leastcost.group.${limit.group}`)}`;
  return `${findName(limit.nutrient)}, ${t(`nutrients:leastcost.pers.${limit.per}`)}`;
}
