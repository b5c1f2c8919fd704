import { mixers } from '#contract/operations/mixers.ts';
import { servicePlans } from '#contract/operations/services.ts';
import { useList } from '#src/core/resource/queries.ts';

interface MixerOption {
  id: number;
  name: string;
  farm: number;
}

/** The mixers that can be chosen, with the one that is chosen although it is gone. */
export function useMixers(chosen: MixerOption | null): MixerOption[] {
  const { data } = useList(mixers, { page_size: 1000, ordering: 'name' });
  const rows = (data?.rows ?? []).map(({ id, name, farm }) => ({ id, name, farm }));
  return chosen && !rows.some(({ id }) => id === chosen.id) ? [...rows, chosen] : rows;
}

/** The service plans of a mixer. */
export function usePlansOf(mixer: number | null) {
  const { data } = useList(servicePlans, { page_size: 1000, ordering: 'what', mixer: mixer ?? 0 }, { enabled: mixer !== null });
  return data?.rows ?? [];
}
