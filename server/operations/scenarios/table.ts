import { scenarios } from '#contract/operations/scenarios.ts';
import type { Tx } from '#server/db/database.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne, throwRefusal } from '#server/platform/resource/change.ts';
import { ask } from '#server/platform/resource/check.ts';
import { demandOnFarm } from '#server/platform/resource/crud.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { Change, TableOf } from '#server/platform/resource/table.ts';
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
  prepare: oneByOne(demandLines),
  afterWrite: oneByOne(async (tx, { client }, { id, input }) => {
    for (const list of NAMES) {
      const lines = linesOf(input, list);
      if (lines) await writeLines(tx, client, id, list, lines);
    }
  }),
};

/** A file of scenarios, a line for each of theirs. */
export const scenarioImport: Importable<typeof scenarios> = {
  table: scenarioTable,
  byName: true,
  unusual: 'parts',
  parts: [
    { field: 'heads', references: { group: 'groups' } },
    { field: 'prices', references: { ingredient: 'ingredients' } },
    { field: 'harvests', references: { ingredient: 'ingredients' } },
    { field: 'rations', references: { group: 'groups', ration: 'rations' } },
  ],
};

/**
 * 400 at the line's field: of a feed, group or ration that the farm hasn't, of one that a line of the same list names already, of heads that are neither told
 * nor added, or both.
 */
async function demandLines(tx: Tx, context: ClientContext, { input, before, after }: Change): Promise<void> {
  if (before && after.farm !== before.farm) throw invalid('farm', 'invalid_value');
  for (const list of NAMES) {
    const lines = linesOf(input, list) ?? [];
    const seen = new Set<string>();
    for (const [at, line] of lines.entries()) {
      const { alone } = LISTS[list];
      const key = alone.map((field) => line[field]).join(' ');
      if (seen.has(key)) throw invalid(`${list}.${at}.${alone.at(-1)}`, 'not_unique');
      seen.add(key);
      if (list === 'heads') demandOneOf(line, at);
    }
    for (const field of refersTo(list)) {
      const ids = lines.map((line) => line[field] as number);
      const target = REFERRED[field];
      if (target !== 'ingredient') await demandOnFarm(tx, context, target, after.farm, ids, `${list}.*.${field}`);
      else if (ids.length > 0) {
        const place = (ingredient: number, at: number) => ({
          ingredient,
          farm: after.farm,
          field: `${list}.${at}.${field}`,
          refuse: throwRefusal,
        });
        await ask(tx, usableCheck(context.client, ids.map(place)));
      }
    }
  }
}

/** Heads are either given or added, not both. */
function demandOneOf({ heads = null, added = null }: Record<string, unknown>, at: number): void {
  if (heads !== null && added !== null) throw invalid(`heads.${at}.added`, 'invalid_value');
}
