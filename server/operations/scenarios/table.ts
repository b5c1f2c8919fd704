import { scenarios } from '#contract/operations/scenarios.ts';
import type { Tx } from '#server/db/database.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { refuseIfThrown } from '#server/platform/resource/change.ts';
import { ask } from '#server/platform/resource/check.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { refuseElsewhere, type UseOnFarm } from '#server/platform/resource/references.ts';
import type { Change, TableOf } from '#server/platform/resource/table.ts';
import { ASSUMPTIONS } from './assumptions.ts';
import { attachNested, LISTS, linesOf, NAMES, REFERRED, refersTo, writeLines } from './lines.ts';

export const scenarioTable: TableOf<typeof scenarios, 'scenario'> = {
  contract: scenarios,
  table: 'scenario',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: { farm: 't.farm_id', farm_name: 'farm.name', heads: null, prices: null, harvests: null, rations: null },
  columns: { heads: null, prices: null, harvests: null, rations: null },
  references: { farm: farmTable },
  farm: 't.farm_id',
  search: ['t.name'],
  order: 't.name',
  lite: ['id', 'name', 'farm'],
  remove: 'soft',
  attachNested,
  prepare: demandLines,
  async afterWrite(tx, { client }, changes) {
    for (const list of NAMES) {
      const written = changes.flatMap(({ id, input }) => {
        const lines = linesOf(input, list);
        return lines ? [{ id, lines }] : [];
      });
      await writeLines(tx, client, list, written);
    }
  },
};

/** A file of scenarios, a line for each of theirs. */
export const scenarioImport: Importable<typeof scenarios> = {
  table: scenarioTable,
  byName: true,
  unusual: { figures: [], alike: [], parts: ASSUMPTIONS },
  parts: [
    { field: 'heads', references: { group: 'groups' } },
    { field: 'prices', references: { ingredient: 'ingredients' } },
    { field: 'harvests', references: { ingredient: 'ingredients' } },
    { field: 'rations', references: { group: 'groups', ration: 'rations' } },
  ],
};

/**
 * 400 at the line's field: a feed, group or ration of another farm, one that another line of the list has, or heads that are neither
 * absolute nor relative, or both.
 */
async function demandLines(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  for (const change of changes) refuseIfThrown(change, () => demandOwn(change));
  for (const list of NAMES) {
    for (const field of refersTo(list)) {
      const uses = changes.filter(({ refused }) => !refused).flatMap((change) => usesIn(change, list, field));
      const target = REFERRED[field];
      if (target !== 'ingredient') await refuseElsewhere(tx, context, target, uses);
      else if (uses.length > 0) {
        await ask(
          tx,
          usableCheck(
            context.client,
            uses.map(({ id, ...use }) => ({ ...use, ingredient: id })),
          ),
        );
      }
    }
  }
}

/** Returns the rows that a field of a list's lines names. */
function usesIn({ input, after, refuse }: Change, list: (typeof NAMES)[number], field: keyof typeof REFERRED): UseOnFarm[] {
  const lines = linesOf(input, list) ?? [];
  return lines.map((line, at) => ({ farm: after.farm as number, id: line[field] as number, field: `${list}.${at}.${field}`, refuse }));
}

/** 400 if lines are invalid regardless of stored rows. */
function demandOwn({ input, before, after }: Change): void {
  if (before && after.farm !== before.farm) throw invalid('farm', 'invalid_value');
  for (const list of NAMES) {
    const seen = new Set<string>();
    for (const [at, line] of (linesOf(input, list) ?? []).entries()) {
      const { alone } = LISTS[list];
      const key = alone.map((field) => line[field]).join(' ');
      if (seen.has(key)) throw invalid(`${list}.${at}.${alone.at(-1)}`, 'not_unique');
      seen.add(key);
      if (list === 'heads') demandOneValue(line, at);
    }
  }
}

/** Heads are either given or added, not both. */
function demandOneValue({ heads = null, added = null }: Record<string, unknown>, at: number): void {
  if (heads !== null && added !== null) throw invalid(`heads.${at}.added`, 'invalid_value');
}
