import { sql } from 'kysely';
import { analyses } from '#contract/operations/analyses.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { refreshStatistics } from '#server/db/statistics.ts';
import { demandOpenForFeeds } from '#server/domain/feed-months.ts';
import { attachFiles } from '#server/domain/stored-files.ts';
import { todayOn } from '#server/domain/timezone.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { rebuildFeedNutrients } from '#server/operations/nutrients/rebuild.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { throwRefusal } from '#server/platform/resource/change.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import { type AnyRow, type Change, named, type TableOf } from '#server/platform/resource/table.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';
import { listNutrients, readValues, type StoredValue, sendsValues } from './values.ts';

/** Analyses are visible like their feed: to its farm, or to all farms of the company that share its store. */
export const analysisTable: TableOf<typeof analyses, 'analysis'> = {
  contract: analyses,
  table: 'analysis',
  joins: `join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id
    join farm on farm.client_id = t.client_id and farm.id = ingredient.farm_id
    left join account on account.id = t.account_id`,
  fields: {
    ...named('ingredient'),
    farm: 'ingredient.farm_id',
    farm_name: 'farm.name',
    author: `coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), account.email)`,
    values: null,
    files: null,
  },
  columns: { values: null, figures: null, figures_dry: null, figures_fresh: null },
  references: { ingredient: ingredientTable },
  naming: [
    {
      of: 'ingredient',
      // An analysis describes the sampled feed: a successor starts with its own.
      where: () => sql`false`,
      input: (_row, _from, to) => ({ ingredient: to }),
    },
  ],
  unnamed: true,
  sharedBy: `(select s.company_id from ingredient i join stock s on s.client_id = i.client_id and s.id = i.stock_id
    where i.client_id = t.client_id and i.id = t.ingredient_id and s.farm_id is null)`,
  inFarms: (farms) =>
    sql`(t.client_id, t.ingredient_id) in (select t.client_id, t.id from ingredient t where ${ingredientVisibleTo(farms)})`,
  search: ['ingredient.name', 't.lab', 't.lot', 't.note'],
  filters: {
    day_after: (day: string) => sql`t.sampled_on >= ${day}::date`,
    day_before: (day: string) => sql`t.sampled_on <= ${day}::date`,
  },
  order: 't.sampled_on desc, ingredient.name',
  remove: 'hard',
  title: (row) => `${row.ingredient_name} ${row.sampled_on}`,
  attachNested: withValues,
  prepare: prepareAnalyses,
  async afterWrite(tx, { client }, changes) {
    const valued = changes.filter(({ found }) => found.values);
    await writeValues(tx, client, valued);
    for (const table of ['analysis', 'analysis_value']) await refreshStatistics(tx, table, valued.length);
    const feeds = changes.flatMap(({ before, after }) => [after.ingredient as number, ...(before ? [before.ingredient as number] : [])]);
    const days = changes.flatMap(({ before, after }) => [after.valid_from as string, ...(before ? [before.valid_from as string] : [])]);
    await rebuildFeedNutrients(tx, client, [...new Set(feeds)], days.toSorted()[0]);
  },
  async beforeRemove(tx, { client }, before) {
    await demandOpenForFeeds(tx, client, [{ ingredient: before.ingredient, day: before.valid_from, refuse: throwRefusal }], 'valid_from');
    // The values must be gone before the feed's values are rebuilt.
    await sql`delete from analysis_value where client_id = ${client} and analysis_id = ${before.id}`.execute(tx);
    await rebuildFeedNutrients(tx, client, [before.ingredient], before.valid_from);
  },
};

async function prepareAnalyses(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const { client, principal, services } = context;
  const nutrients = await listNutrients(tx, client);
  const feeds = await findFeeds(tx, client, [...new Set(changes.map(({ after }) => after.ingredient as number))]);
  const farms = [...new Set([...feeds.values()].map(({ farm }) => farm))];
  const today = await todayOn(tx, client, services.now(), farms);
  for (const change of changes) {
    const { before, after, columns, input, refuse } = change;
    const feed = feeds.get(after.ingredient as number);
    if (!feed) continue;
    const last = today.get(feed.farm) ?? '';
    // A moved sampling day takes the first day of validity along, if both were the same.
    const followed = before !== null && input.valid_from === undefined && before.valid_from === before.sampled_on;
    after.valid_from = followed ? after.sampled_on : (after.valid_from ?? after.sampled_on);
    columns.valid_from = after.valid_from;
    if (after.sampled_on > last) refuse(invalid('sampled_on', 'too_large', { limit: last }));
    if (after.valid_from < after.sampled_on) refuse(invalid('valid_from', 'min_val', { limit: after.sampled_on }));
    if (before === null) Object.assign(columns, { account_id: accountOf(principal).id, averaged: feed.mean });
    if (sendsValues(change)) change.found.values = readValues(change, nutrients);
  }
  await demandOpenForFeeds(
    tx,
    client,
    changes
      .filter(({ refused }) => !refused)
      .flatMap(({ before, after, refuse }) => [
        { ingredient: after.ingredient as number, day: after.valid_from as string, refuse },
        ...(before ? [{ ingredient: before.ingredient as number, day: before.valid_from as string, refuse }] : []),
      ]),
    'valid_from',
  );
}

/** Farm of each feed, and the number of analyses in the farm's mean. */
async function findFeeds(tx: Tx, client: number, ids: readonly number[]): Promise<Map<number, { farm: number; mean: number }>> {
  const { rows } = await sql<{ id: number; farm: number; mean: number }>`
    select i.id, i.farm_id as farm, f.analysis_mean as mean
    from ingredient i join farm f on f.client_id = i.client_id and f.id = i.farm_id
    where i.client_id = ${client} and i.id = any(${ids})`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

async function writeValues(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  const rows = changes.flatMap(({ id, found }) => (found.values as StoredValue[]).map((value) => ({ analysis: id, ...value })));
  await sql`delete ${UNREAD} from analysis_value where client_id = ${client} and analysis_id = any(${ids})`.execute(tx);
  await sql`
    insert ${UNREAD} into analysis_value (client_id, analysis_id, nutrient_id, value)
    select ${client}, x.analysis, x.nutrient, x.value from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (analysis bigint, nutrient bigint, value numeric)`.execute(tx);
}

async function withValues(db: Db, rows: AnyRow[], { client }: Pick<ClientContext, 'client'>): Promise<AnyRow[]> {
  const ids = rows.map((row) => row.id as number);
  const { rows: found } = await sql<AnyRow>`
    select v.analysis_id as analysis, v.nutrient_id as nutrient, n.name as nutrient_name, v.value, n.unit, n.per
    from analysis_value v join nutrient n on n.client_id = v.client_id and n.id = v.nutrient_id
    where v.client_id = ${client} and v.analysis_id = any(${ids}) order by n.position, n.name`.execute(db);
  const byAnalysis = groupBy(found, ({ analysis }) => analysis as number);
  const filed = await attachFiles(db, rows, client, { column: 'analysis_id' });
  return filed.map((row) => ({ ...row, values: (byAnalysis.get(row.id) ?? []).map(({ analysis: _, ...value }) => value) }));
}
