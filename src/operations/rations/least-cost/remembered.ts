import { useQuery } from '@tanstack/react-query';
import { todayIn } from '#common/format/clock.ts';
import type { RememberedLimits } from '#contract/least-cost.ts';
import { offers } from '#contract/operations/offers.ts';
import { rations } from '#contract/operations/rations.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import type { Ration } from '#src/operations/rations/columns.ts';
import { type FeedRow, type LimitRow, newLimit } from './values.ts';

type Offer = RowOf<typeof offers>;
type Feeds = ReadonlyMap<number, RecipeIngredient>;

export const limitsPath = (ration: number) => `${rations.path}/${ration}/limits/`;
export const limitsKey = (ration: number) => [rations.id, 'limits', ration];

/** Feeds, limits and heads of the last run. A screen that opens reads them once, so that typed rows aren't replaced. */
export const useRemembered = (farm: number, ration: number) =>
  useQuery({
    queryKey: limitsKey(ration),
    queryFn: async ({ signal }) => (await api.get<RememberedLimits>(limitsPath(ration), { farm, signal })).data,
    staleTime: 0,
    gcTime: 0,
  });

/** Offers of today, cheapest first. */
export function useTodaysOffers(farm: number): Offer[] {
  const day = todayIn(useTimezoneOf(farm));
  const { data } = useQuery({
    queryKey: [offers.id, 'today', farm, day],
    queryFn: ({ signal }) => allRows<Offer>({ resource: offers, query: { day, ordering: 'price' }, farm }, signal),
  });
  return data ?? [];
}

/** The feeds of the present ration, then the other remembered ones, each with its remembered bounds. */
export function listFeedRows({ items }: Ration, { feeds: remembered }: RememberedLimits, feeds: Feeds): FeedRow[] {
  const bounds = new Map(remembered.map((feed) => [feed.ingredient, feed]));
  const ids = [...new Set([...items.map(({ ingredient }) => ingredient), ...bounds.keys()])];
  return ids
    .filter((id) => feeds.has(id) || items.some(({ ingredient }) => ingredient === id))
    .map((ingredient) => ({
      ingredient,
      price: feeds.get(ingredient)?.price ?? null,
      min: bounds.get(ingredient)?.min || null,
      max: bounds.get(ingredient)?.max ?? null,
      supplier: null,
    }));
}

/** The remembered limits, or the dry matter of the present ration. */
export function listLimitRows(ration: Ration, { limits }: RememberedLimits): LimitRow[] {
  if (limits.length === 0) return [newLimit(1, { of: 'dry_matter', min: ration.dry_matter_per_head, max: ration.dry_matter_per_head })];
  return limits.map((limit, index) => {
    const { of, min, max } = limit;
    const sides = { of, min: min ?? null, max: max ?? null };
    if (limit.of === 'nutrient') return newLimit(index + 1, { ...sides, nutrient: limit.nutrient, per: limit.per ?? 'dry' });
    if (limit.of === 'ratio') return newLimit(index + 1, { ...sides, nutrient: limit.nutrient, to: limit.to });
    if (limit.of === 'feeds') return newLimit(index + 1, { ...sides, feeds: limit.feeds, group: limit.per ?? 'head_fresh' });
    return newLimit(index + 1, sides);
  });
}

/** The rows with each offered feed at its lowest price. A feed that costs less already keeps its price. */
export function takeOffers(rows: readonly FeedRow[], todays: readonly Offer[], feeds: Feeds): FeedRow[] {
  const best = new Map<number, Offer>();
  for (const offer of todays) if (feeds.has(offer.ingredient) && !best.has(offer.ingredient)) best.set(offer.ingredient, offer);
  const taken = rows.map((row) => {
    const offer = best.get(row.ingredient);
    best.delete(row.ingredient);
    if (!offer || (row.price !== null && row.price > 0 && row.price <= offer.price)) return row;
    return { ...row, price: offer.price, supplier: offer.company_name };
  });
  const added = [...best.values()].map(({ ingredient, price, company_name }) => ({
    ingredient,
    price,
    min: null,
    max: null,
    supplier: company_name,
  }));
  return [...taken, ...added];
}
