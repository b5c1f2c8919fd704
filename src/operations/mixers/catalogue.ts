import { useQuery } from '@tanstack/react-query';
import { CATALOGUE_PATH, type CatalogueItem, type CatalogueRow } from '#contract/operations/mixer-catalogue.ts';
import { api } from '#src/core/api/api.ts';

const NONE: readonly CatalogueRow[] = [];

/** Calibrations that the mixer database offers, by brand and model; none until they have come. */
export function useCatalogue(enabled = true): readonly CatalogueRow[] {
  const { data } = useQuery({
    queryKey: ['mixeritems', 'catalogue'],
    queryFn: async ({ signal }) => (await api.get<CatalogueRow[]>(`${CATALOGUE_PATH}/`, { signal })).data,
    staleTime: 300_000,
    enabled,
  });
  return data ?? NONE;
}

/** One calibration, encrypted for the present token. */
export const encryptedOf = async (id: number) => (await api.get<CatalogueItem>(`${CATALOGUE_PATH}/${id}/`)).data.value;
