import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deliveryCompanies } from '#contract/operations/delivery-companies.ts';
import { ingredientTypes } from '#contract/operations/ingredient-types.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { StockType, stocks } from '#contract/operations/stocks.ts';
import type { Resource, RowOf } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { allRows } from '#src/core/resource/all-rows.ts';

export type LiteStock = Pick<RowOf<typeof stocks>, 'id' | 'name' | 'company' | 'farm' | 'type'>;
export type LiteIngredient = Pick<
  RowOf<typeof ingredients>,
  'id' | 'name' | 'farm' | 'stock' | 'stock_name' | 'type' | 'price' | 'average_price' | 'dry_matter' | 'rest'
>;

/** All rows of a short list, which may exceed a page. Nothing is requested without the right. */
export function useLite<Row>(resource: Resource, query: Record<string, string | number | boolean | undefined> = {}, enabled = true) {
  const { canAny } = useAccess();
  return useQuery({
    queryKey: [resource.id, 'lite', query],
    queryFn: ({ signal }) =>
      allRows<Row>({ resource, path: `${resource.path}/list`, query: { deleted: false, ordering: 'name', ...query } }, signal),
    enabled: enabled && canAny(needsOf(resource, 'view')),
  });
}

export const useLiteStocks = () => useLite<LiteStock>(stocks);

/** Ingredients that a farm may use: its own, and those in stocks that its company shares. */
export const useLiteIngredients = (farm?: number, enabled = true) => useLite<LiteIngredient>(ingredients, { farm }, enabled);

export const useLiteIngredientTypes = () => useLite<{ id: number; name: string }>(ingredientTypes);

export const useLiteDeliveryCompanies = (enabled = true) => useLite<{ id: number; name: string }>(deliveryCompanies, {}, enabled);

interface Named {
  id: number;
  name: string;
}

/** Rows as options of a select. */
export const optionsOf = (rows: readonly Named[] | undefined) => (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

export function useFarmOptions(company?: number) {
  const { data } = useFarms();
  return optionsOf(data?.filter((farm) => company === undefined || farm.company === company));
}

export function useStockTypeOptions() {
  const { t } = useTranslation('operations');
  return StockType.options.map((type) => ({ value: type, label: t(`operations:stocks.types.${type}`) }));
}
