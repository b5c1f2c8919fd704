import { useParams } from 'react-router-dom';
import { mixerBrands, mixerModels } from '#contract/admin/mixer-db.ts';
import { useRow } from '#src/core/resource/queries.ts';

/** The address of the mixer database. */
export const MIXER_DB = '/app/mixer-db';

/** The brand that the address names; its name once it has come. */
export function useBrand() {
  const id = Number(useParams().mixerId);
  const { data, error, refetch } = useRow(mixerBrands, id);
  return { id, name: data?.name ?? '', error, refetch, models: `${MIXER_DB}/${id}/models` };
}

/** The model that the address names. */
export function useModel() {
  const id = Number(useParams().modelId);
  const { data, error, refetch } = useRow(mixerModels, id);
  return { id, name: data?.name ?? '', error, refetch };
}
