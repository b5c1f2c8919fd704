import { dayAt } from '#common/format/clock.ts';
import type { groups } from '#contract/operations/groups.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { keepHeads } from './heads.ts';
import { groupTable } from './table.ts';

export const groupImport: Importable<typeof groups> = {
  table: groupTable,
  byName: true,
  async settle(tx, context, changes) {
    const counted = changes.filter(({ input }) => input.animal_count !== undefined);
    await keepHeads(
      tx,
      context,
      counted.map(({ id, timezone, input }) => ({
        group: id,
        day: dayAt(context.services.now(), timezone),
        heads: Number(input.animal_count),
      })),
    );
    const fed = counted.filter(({ before }) => before).map(({ id }) => id);
    if (fed.length > 0) await refreshWaited(tx, context.client, { group: fed }, context.services.now());
  },
};
