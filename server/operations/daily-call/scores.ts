import { sql } from 'kysely';
import { BUNK_SCORES, bunkScores } from '#contract/operations/daily-call.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth, findClosedMonths, monthClosed } from '#server/domain/closed-months.ts';
import { todayOn } from '#server/domain/timezone.ts';
import { GROUP_FIELDS, OF_GROUP_AND_DAY } from '#server/operations/groups/of-group-and-day.ts';
import { type ApiError, invalid } from '#server/platform/errors.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { Change, TableOf } from '#server/platform/resource/table.ts';
import { type BunkScale, readPresentScales, readScales } from './scales.ts';

/** The farms of groups that were found among those in reach. */
export async function farmsOfGroups(tx: Tx, client: number, groups: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; farm: number }>`
    select id, farm_id as farm from animal_group where client_id = ${client} and id = any(${[...new Set(groups)]})`.execute(tx);
  return new Map(rows.map(({ id, farm }) => [id, farm]));
}

const readScores = (scale: BunkScale | undefined): number[] => (scale?.scores ?? []).map(({ score }) => score);
const hasScore = (scores: readonly number[], score: number): boolean => scores.includes(score);

/** The scale that is named; else that of an earlier day's score, else the farm's present one. */
function chooseScale({ input, before, after }: Change, present: number | null, today: string): number | null {
  if (input.scale !== undefined) return input.scale as number | null;
  return before && after.day < today && before.farm === after.farm ? before.scale : present;
}

function findDayRefusal(
  { before, after }: Change,
  farm: number,
  today: string,
  isClosed: Awaited<ReturnType<typeof findClosedMonths>>,
): ApiError | null {
  if (before && isClosed(before.farm, before.day)) return monthClosed(before.day);
  if (after.day > today) return invalid('day', 'too_large', { limit: today });
  return isClosed(farm, after.day) ? monthClosed(after.day) : null;
}

/** Refuses a scale that the client doesn't have, and a score that the scale doesn't have. */
function refuseUnknownScore({ after, refuse }: Change, scale: number | null, scales: Awaited<ReturnType<typeof readScales>>): void {
  if (scale !== null && !scales.has(scale)) refuse(invalid('scale', 'invalid_value'));
  else if (!hasScore(scale === null ? BUNK_SCORES : readScores(scales.get(scale)), after.score)) refuse(invalid('score', 'invalid_value'));
}

export const bunkScoreTable: TableOf<typeof bunkScores, 'bunk_score'> = {
  contract: bunkScores,
  table: 'bunk_score',
  ...OF_GROUP_AND_DAY,
  fields: {
    ...GROUP_FIELDS,
    scale: 't.scale_id',
    label: `coalesce((
      select x.label from bunk_scale b cross join jsonb_to_recordset(b.scores) as x (score numeric, label text)
      where b.client_id = t.client_id and b.id = t.scale_id and x.score = t.score), '')`,
  },
  columns: { scale: 'scale_id' },
  async prepare(tx, { client, services }, changes) {
    const named = changes.flatMap(({ input, after }) => (input.group === undefined ? [] : [after.group as number]));
    const farms = await farmsOfGroups(tx, client, named);
    const findFarm = ({ input, after }: Change): number => (input.group === undefined ? after.farm : (farms.get(after.group) ?? 0));
    const todays = await todayOn(tx, client, services.now(), changes.map(findFarm));
    const days = changes.flatMap((change) => [
      ...(change.before ? [{ farm: change.before.farm as number, day: change.before.day as string }] : []),
      { farm: findFarm(change), day: change.after.day as string },
    ]);
    const isClosed = await findClosedMonths(tx, client, days);
    const present = await readPresentScales(tx, client, [...new Set(changes.map(findFarm))]);
    const scales = await readScales(tx, client);
    for (const change of changes) {
      const farm = findFarm(change);
      const today = todays.get(farm) ?? '';
      const refusal = findDayRefusal(change, farm, today, isClosed);
      if (refusal) change.refuse(refusal);
      else {
        const scale = chooseScale(change, present.get(farm) ?? null, today);
        refuseUnknownScore(change, scale, scales);
        change.columns.scale_id = scale;
      }
      change.columns.farm_id = farm;
    }
  },
  beforeRemove: (tx, context, before) => demandOpenMonth(tx, context.client, before.farm, before.day),
};

export const bunkScoreImport: Importable<typeof bunkScores> = { table: bunkScoreTable, byName: false, unusual: 'bounded' };
