import { sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import { findUnitFactor } from '#contract/nutrient-units.ts';
import { FORMULA_PARTS, type NutrientFormula, type NutrientUnit } from '#contract/nutrient-words.ts';
import { MAX_NUTRIENTS, nutrients } from '#contract/operations/nutrients.ts';
import type { Tx } from '#server/db/database.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { oneByOne, refuseIfThrown } from '#server/platform/resource/change.ts';
import type { Change, TableOf } from '#server/platform/resource/table.ts';
import { rebuildFeedNutrients } from './rebuild.ts';

/** Fields that give a nutrient's values their meaning. */
const MEANING = ['unit', 'per', 'standard', 'formula'] as const;

export const nutrientTable: TableOf<typeof nutrients, 'nutrient'> = {
  contract: nutrients,
  table: 'nutrient',
  search: ['t.name'],
  order: 't.position, t.name',
  lite: ['id', 'name', 'unit', 'per', 'decimals', 'position', 'standard'],
  remove: 'soft',
  prepare: oneByOne(async (tx, { client }, change) => {
    refuseIfThrown(change, () => demandFormula(change));
    if (change.before) await demandSameMeaning(tx, client, change);
    else await demandRoom(tx, client);
    await demandOneOfStandard(tx, client, change);
  }),
  async afterWrite(tx, { client }, changes) {
    const isDerived = ({ before, after }: Change) =>
      before === null ? after.formula !== null || after.standard !== null : changesMeaning({ before, after });
    if (changes.some(isDerived)) await rebuildFeedNutrients(tx, client, null);
  },
  async beforeRemove(tx, { client }, { id }) {
    await sql`delete from feed_nutrient where client_id = ${client} and nutrient_id = ${id}`.execute(tx);
  },
  async afterRestore(tx, { client }) {
    await rebuildFeedNutrients(tx, client, null);
  },
  async uses(tx, { client }, id) {
    const { rows } = await sql<Use>`
      select distinct 'ingredients' as resource, i.id, i.name, i.farm_id as farm
      from analysis_value v
      join analysis a on a.client_id = v.client_id and a.id = v.analysis_id
      join ingredient i on i.client_id = a.client_id and i.id = a.ingredient_id
      where v.client_id = ${client} and v.nutrient_id = ${id} order by i.name limit 20`.execute(tx);
    const { rows: judged } = await sql<Use>`
      select distinct 'groups' as resource, g.id, g.name, g.farm_id as farm
      from norm n join animal_group g on g.client_id = n.client_id and g.id = n.group_id
      where n.client_id = ${client} and n.nutrient_id = ${id} order by g.name limit 20`.execute(tx);
    const { rows: typed } = await sql<Use>`
      select distinct 'animaltypes' as resource, a.id, a.name
      from norm n join animal_type a on a.client_id = n.client_id and a.id = n.animal_type_id
      where n.client_id = ${client} and n.nutrient_id = ${id} order by a.name limit 20`.execute(tx);
    return [...rows, ...judged, ...typed];
  },
};

const changesMeaning = ({ before, after }: Pick<Change, 'before' | 'after'>) => MEANING.some((field) => before?.[field] !== after[field]);

/** A formula gives its own unit, per kilogram of dry matter. */
function demandFormula({ after }: Change): void {
  if (after.formula === null || after.formula === undefined) return;
  const { unit } = FORMULA_PARTS[after.formula as NutrientFormula];
  if (after.per !== 'dry') throw invalid('per', 'invalid_value');
  if (!findUnitFactor(unit, after.unit as NutrientUnit)) throw invalid('unit', 'invalid_value');
}

/** 409 at the field that would change the meaning of stored values or norms. */
async function demandSameMeaning(tx: Tx, client: number, { id, before, after }: Change): Promise<void> {
  const field = MEANING.find((one) => before?.[one] !== after[one]);
  if (!field) return;
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from feed_nutrient where client_id = ${client} and nutrient_id = ${id})
      or exists (select from norm where client_id = ${client} and nutrient_id = ${id})
      or exists (select from analysis_value where client_id = ${client} and nutrient_id = ${id}) as used`.execute(tx);
  if (rows[0]?.used) throw conflict('in_use', { values: [before?.name as string] }, field);
}

async function demandRoom(tx: Tx, client: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from nutrient where client_id = ${client} and not deleted`.execute(tx);
  if ((rows[0]?.count ?? 0) >= MAX_NUTRIENTS) throw invalid('detail', 'too_large', { limit: MAX_NUTRIENTS });
}

/** 400 at `standard` if another nutrient of the client is the same one. */
async function demandOneOfStandard(tx: Tx, client: number, { id, after }: Change): Promise<void> {
  if (after.standard === null || after.standard === undefined) return;
  const { rows } = await sql`
    select from nutrient where client_id = ${client} and standard = ${after.standard} and id <> ${id} and not deleted`.execute(tx);
  if (rows.length > 0) throw invalid('standard', 'not_unique');
}
