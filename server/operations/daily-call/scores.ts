import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { bunkScores } from '#contract/operations/daily-call.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import { GROUP_FIELDS, OF_GROUP_AND_DAY } from '#server/operations/groups/of-group-and-day.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

/** The farm of a group that has been looked for among those in reach. */
export async function farmOfGroup(tx: Tx, client: number, group: number): Promise<number> {
  const { rows } = await sql<{ farm: number }>`
    select farm_id as farm from animal_group where client_id = ${client} and id = ${group}`.execute(tx);
  return rows[0]?.farm ?? 0;
}

export const bunkScoreTable: TableOf<typeof bunkScores, 'bunk_score'> = {
  contract: bunkScores,
  table: 'bunk_score',
  ...OF_GROUP_AND_DAY,
  fields: GROUP_FIELDS,
  prepare: oneByOne(async (tx, context, { input, before, after }) => {
    const { client, services } = context;
    if (before) await demandOpenMonth(tx, client, before.farm, before.day);
    const farm = input.group === undefined ? after.farm : await farmOfGroup(tx, client, after.group);
    const today = dayAt(services.now(), await timezoneOf(tx, client, farm));
    if (after.day > today) throw invalid('day', 'too_large', { limit: today });
    await demandOpenMonth(tx, client, farm, after.day);
    return { farm_id: farm };
  }),
  beforeRemove: (tx, context, before) => demandOpenMonth(tx, context.client, before.farm, before.day),
};

export const bunkScoreImport: Importable<typeof bunkScores> = { table: bunkScoreTable, byName: false, unusual: 'bounded' };
