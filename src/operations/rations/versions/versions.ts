import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { HistoryRow } from '#contract/operations/history.ts';
import { rations } from '#contract/operations/rations.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import type { Ration } from '#src/operations/rations/columns.ts';

type Entry = z.infer<typeof HistoryRow>;

/** Fields that older versions lack. */
type YoungField = 'basis' | 'target_dry_matter' | 'water' | 'water_name' | 'density';

/** A saved state of a ration. */
export interface RationVersion {
  id: number;
  at: string;
  timezone: string;
  user_name: string;
  /** The reason that was given for the save. */
  reason: string | null;
  ration: Omit<Ration, YoungField> & Partial<Pick<Ration, YoungField>>;
}

/** Versions newest first: each entry with a recipe. */
export const versionsOf = (entries: readonly Entry[]): RationVersion[] =>
  entries.flatMap(({ id, at, timezone, user_name, after }) =>
    after && Array.isArray(after.items)
      ? [
          {
            id,
            at,
            timezone,
            user_name,
            reason: typeof after.reason === 'string' ? after.reason : null,
            ration: after as unknown as Ration,
          },
        ]
      : [],
  );

export function useVersions(farm: number, ration: number, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [rations.id, 'versions', ration],
    queryFn: async ({ signal }) => {
      const source = { resource: rations, path: 'history/rations', query: { id: ration, ordering: '-at' }, farm };
      return versionsOf(await allRows<Entry>(source, signal));
    },
  });
}
