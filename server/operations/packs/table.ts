import { sql } from 'kysely';
import { averagePack } from '#common/packs/packs.ts';
import { addDays } from '#contract/days.ts';
import { packs } from '#contract/operations/packs.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenForFeeds } from '#server/domain/feed-months.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { invalid } from '#server/platform/errors.ts';
import { refuseIfThrown, throwRefusal } from '#server/platform/resource/change.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import { type AnyRow, type Change, type Input, named, type TableOf } from '#server/platform/resource/table.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';

/** Packs are visible like their feed: to its farm, or to all farms of the company that share its store. */
export const packTable: TableOf<typeof packs, 'pack'> = {
  contract: packs,
  table: 'pack',
  joins: `join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id
    join farm on farm.client_id = t.client_id and farm.id = ingredient.farm_id`,
  fields: { ...named('ingredient'), farm: 'ingredient.farm_id', farm_name: 'farm.name', from: 't.since' },
  columns: { from: 'since' },
  references: { ingredient: ingredientTable },
  naming: [
    {
      of: 'ingredient',
      // A pack belongs to its feed: a successor has its own.
      where: () => sql`false`,
      input: (_row, _from, to) => ({ ingredient: to }),
    },
  ],
  farm: '(select i.farm_id from ingredient i where i.client_id = t.client_id and i.id = t.ingredient_id)',
  sharedBy: `(select s.company_id from ingredient i join stock s on s.client_id = i.client_id and s.id = i.stock_id
    where i.client_id = t.client_id and i.id = t.ingredient_id and s.farm_id is null)`,
  inFarms: (farms) =>
    sql`(t.client_id, t.ingredient_id) in (select t.client_id, t.id from ingredient t where ${ingredientVisibleTo(farms)})`,
  search: ['ingredient.name', 't.name'],
  order: 'ingredient.name, t.name, t.since desc',
  remove: 'hard',
  title: (row) => `${row.ingredient_name}: ${row.name}`,
  async prepare(tx, { client }, changes) {
    for (const change of changes) refuseIfThrown(change, () => demandFigures(change));
    const listSound = () => changes.filter(({ refused }) => !refused);
    await refuseTaken(tx, client, listSound());
    await demandOpenForFeeds(tx, client, listSound().flatMap(listDays), 'from');
    await demandOpenForFeeds(tx, client, listSound().flatMap(listEndDays), 'until');
  },
  beforeRemove: (tx, { client }, { ingredient, from }) =>
    demandOpenForFeeds(tx, client, [{ ingredient, day: from, refuse: throwRefusal }], 'from'),
};

/** The weight of a pack: given, or the average of its sample. A weight that is given alone has no sample. 400 if both differ. */
function weighSample({ input, after }: Change): Input {
  const { weighed_packs, weighed_kg } = after;
  const samples = input.weighed_packs !== undefined || input.weighed_kg !== undefined;
  if (!samples) return input.kg === undefined ? {} : { weighed_packs: null, weighed_kg: null };
  if (weighed_packs == null && weighed_kg == null) return {};
  if (weighed_packs == null) throw invalid('weighed_packs', 'required');
  if (weighed_kg == null) throw invalid('weighed_kg', 'required');
  const kg = averagePack(weighed_packs, weighed_kg);
  if (kg === 0) throw invalid('weighed_kg', 'min_val', { limit: weighed_packs / 500 });
  if (input.kg !== undefined && input.kg !== kg) throw invalid('kg', 'invalid_value', { limit: kg });
  return { kg };
}

/** 400 if the days or the weight of a pack contradict each other. Adds the average of a sample. */
function demandFigures(change: Change): void {
  Object.assign(change.columns, weighSample(change));
  const { from, until } = change.after;
  if (until !== null && until < from) throw invalid('until', 'invalid_value', { limit: from });
}

const OF_WEIGHT = ['ingredient', 'name', 'from', 'kg', 'weighed_packs', 'weighed_kg'] as const;

/** The day of a weight, and the day that it had. A pack of a closed month can be ended, which changes no weight. */
function listDays({ before, after, refuse }: Change) {
  if (before && OF_WEIGHT.every((field) => before[field] === after[field])) return [];
  return [after, ...(before ? [before] : [])].map(({ ingredient, from }: AnyRow) => ({ ingredient, day: from as string, refuse }));
}

/** The first day on which another last day makes a difference. */
function listEndDays({ before, after: { ingredient, until }, refuse }: Change) {
  if (!before || before.until === until) return [];
  const [first = ''] = [before.until, until].filter((day) => day !== null).toSorted();
  return [{ ingredient, day: addDays(first, 1), refuse }];
}

/** 400 at `from` if the feed's pack has a weight of this day. */
async function refuseTaken(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const wanted = changes.map(({ id, after: { ingredient, name, from } }, at) => ({ at, id, ingredient, name, since: from }));
  const { rows } = await sql<{ at: number }>`
    select wanted.at
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (at integer, id bigint, ingredient bigint, name text, since date)
    join pack on pack.client_id = ${client} and pack.ingredient_id = wanted.ingredient and name_key(pack.name) = name_key(wanted.name)
      and pack.since = wanted.since and pack.id <> wanted.id`.execute(tx);
  for (const { at } of rows) changes[at]?.refuse(invalid('from', 'not_unique'));
}

/** A row with the feed, name and day of a weight updates it. */
export const packImport: Importable<typeof packs> = {
  table: packTable,
  byName: false,
  of: ['ingredient', 'name', 'from'],
  together: [['kg', 'weighed_packs', 'weighed_kg']],
  unusual: { figures: ['kg'], alike: ['ingredient', 'name'] },
};
