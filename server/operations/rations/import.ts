import type { rations } from '#contract/operations/rations.ts';
import { type Item, mixProblem, writeItems } from '#server/domain/mix.ts';
import { planUses } from '#server/domain/plan-uses.ts';
import { usable } from '#server/domain/usable-ingredients.ts';
import { refreshWaited } from '#server/operations/feedings/refresh.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { visibleUses } from '#server/platform/resource/in-use.ts';
import { rationTable } from './table.ts';

export const rationImport: Importable<typeof rations> = {
  table: rationTable,
  byName: true,
  parts: { field: 'items', reference: 'ingredient', target: 'ingredient' },
  async prepare(tx, context, changes) {
    for (const { before, farm, refuse } of changes) {
      if (!before || farm === before.farm) continue;
      const uses = await planUses(tx, context, 'ration', before.id);
      if (uses.length > 0) refuse('farm', 'in_use', visibleUses(context, uses));
    }
    const parts = changes.flatMap(({ farm, before, input, refuse }) => {
      if (!input.items && farm === before?.farm) return [];
      const items = (input.items ?? before?.items) as Item[];
      const problem = mixProblem(items);
      if (problem) refuse(...problem);
      return items.map(({ ingredient }, index) => ({ farm, ingredient, index, refuse }));
    });
    const answers = await usable(tx, context.client, parts);
    parts.forEach(({ index, refuse }, at) => {
      if (!answers[at]) refuse(`items.${index}.ingredient`, 'invalid_value');
    });
    return [];
  },
  async settle(tx, context, changes) {
    const mixes = changes.flatMap(({ id, input }) => (input.items ? [{ id, items: input.items as Item[] }] : []));
    await writeItems(tx, 'ration', context.client, mixes);
    const fed = changes.filter(({ before }) => before).map(({ id }) => id);
    if (fed.length > 0) await refreshWaited(tx, context.client, { ration: fed }, context.services.now());
  },
};
