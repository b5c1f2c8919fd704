import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { bunkScores } from '#contract/operations/daily-call.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import { groupTable } from '#server/operations/groups/table.ts';
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
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join animal_group on animal_group.client_id = t.client_id and animal_group.id = t.group_id`,
  fields: { farm: 't.farm_id', farm_name: 'farm.name', group: 't.group_id', group_name: 'animal_group.name' },
  references: { group: groupTable },
  farm: 't.farm_id',
  search: ['animal_group.name'],
  filters: {
    day_after: (day: string) => sql`t.day >= ${day}`,
    day_before: (day: string) => sql`t.day <= ${day}`,
  },
  order: 't.day desc, animal_group.name',
  remove: 'hard',
  title: (row) => `${row.group_name} ${row.day}`,
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

export const bunkScoreImport: Importable<typeof bunkScores> = { table: bunkScoreTable, byName: false };
