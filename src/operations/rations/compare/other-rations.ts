import type { TFunction } from 'i18next';
import { rations } from '#contract/operations/rations.ts';
import { useList } from '#src/core/resource/queries.ts';
import type { Ration } from '#src/operations/rations/columns.ts';

type ListedRation = Pick<Ration, 'id' | 'name' | 'farm' | 'farm_name' | 'template'>;

const MAX_RATIONS = 1000;

/** The rations of all farms of the client, except one. */
export function useOtherRations(except: number | null) {
  const found = useList<typeof rations, ListedRation>(
    rations,
    { page_size: MAX_RATIONS, ordering: 'name' },
    { path: `${rations.path}/list` },
  );
  return { ...found, data: found.data && { rows: found.data.rows.filter(({ id }) => id !== except) } };
}

/** Choices of rations for a select: templates, then those of the farm, then those of other farms. Values begin with `ration`. */
export function groupRations(t: TFunction, farm: number, rows: readonly ListedRation[]) {
  const groups = [
    ['templates', rows.filter(({ template }) => template)],
    ['here', rows.filter((row) => !row.template && row.farm === farm)],
    ['elsewhere', rows.filter((row) => !row.template && row.farm !== farm)],
  ] as const;
  return groups
    .filter(([, some]) => some.length > 0)
    .map(([name, some]) => ({
      group: t(`nutrients:copies.compare.groups.${name}`),
      items: some.map((row) => ({ value: `ration ${row.id}`, label: row.farm === farm ? row.name : `${row.name} · ${row.farm_name}` })),
    }));
}
