import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { toShownUnit, toShownValue } from '#contract/nutrient-units.ts';
import { analyses, VALID_PATH, type ValidValue } from '#contract/operations/analyses.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useNutrients } from '#src/operations/analyses/queries.ts';
import { mixNutrients, type NutrientPart, toAmount } from '#src/operations/rations/nutrients.ts';

/** Both rations' nutrients per head, in the order of the client's list. `missing` is true if a feed lacks a value. */
export function useNutrientPairs(first: readonly NutrientPart[], second: readonly NutrientPart[], today: string) {
  const { units } = useFormat();
  const { data: known = [] } = useNutrients();
  const ids = [...new Set([...first, ...second].map(({ ingredient }) => ingredient))].toSorted((a, b) => a - b);
  const { data: values = [] } = useQuery({
    queryKey: [analyses.id, 'valid', ids, today],
    queryFn: async ({ signal }) =>
      (await api.get<z.output<typeof ValidValue>[]>(`${VALID_PATH}/`, { query: { ingredient: ids.join(','), day: today }, signal })).data,
    enabled: known.length > 0 && ids.length > 0,
  });
  const others = mixNutrients(second, known, values);
  return mixNutrients(first, known, values).map(({ nutrient, perHead, missing }, index) => {
    const other = others[index];
    const [was, is] = [toAmount(nutrient, perHead), toAmount(nutrient, other?.perHead ?? 0)];
    return {
      id: nutrient.id,
      name: nutrient.name,
      unit: toShownUnit(was.unit, units),
      first: toShownValue(was.value, was.unit, units),
      second: toShownValue(is.value, is.unit, units),
      missing: missing > 0 || (other?.missing ?? 0) > 0,
    };
  });
}
