import { sql } from 'kysely';
import { LEAST_WEIGHT_PER_HEAD, MAX_WEIGHT_PER_HEAD } from '#contract/operations/weights.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { momentsCheck } from '#server/domain/moment.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type ApiError, conflict, invalid } from '#server/platform/errors.ts';
import { askAll } from '#server/platform/resource/check.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';
import { judgeGroup, shortages, type Weighing } from './shortages.ts';

/** The rules of weights: of the animals themselves, and of how many there are in a group, whose weighings are gone through in the order of time. */
export async function judgeWeights(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const groups = listGroups(changes.flatMap(({ before, after }) => [before, after]));
  const others = await lockedWeighings(
    tx,
    context,
    groups,
    changes.map(({ id }) => id),
  );
  await placeInTime(tx, context, changes);
  for (const change of changes) {
    const refusal = change.refused ? null : findRefusal(change.after);
    if (refusal) change.refuse(refusal);
  }
  const sound = changes.filter(({ refused }) => !refused);
  const own = sound.map((change): Weighing => {
    const { group, kind, heads } = change.after;
    return { id: change.id, group, kind, heads, at: change.columns.at as string, day: change.columns.day as string, change };
  });
  for (const group of groups) judgeGroup(group, [...others, ...own], sound);
}

/** 409 with the weighings that would find fewer animals than they are of. */
export async function demandNotNeeded(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  await demandOpenMonth(tx, context.client, before.farm, before.day);
  const [need] = shortages(await lockedWeighings(tx, context, [before.group], [before.id]));
  if (!need) return;
  const { id, day } = need.weighing;
  throw conflict('in_use', { uses: [{ resource: 'weights', id, name: `${before.group_name} ${day}`, farm: before.farm, day }] });
}

const listGroups = (rows: readonly (AnyRow | null)[]) =>
  [...new Set(rows.flatMap((row) => (row ? [row.group as number] : [])))].sort((a, b) => a - b);

/** The other weighings of these groups, except those in `without`; other writers of these groups are blocked. */
async function lockedWeighings(tx: Tx, { client }: ClientContext, groups: readonly number[], without: readonly number[]) {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('manger weights', locked.id)) from unnest(${groups}::bigint[]) as locked (id)`.execute(
    tx,
  );
  const { rows } = await sql<Weighing>`
    select id, group_id as "group", at, day, kind, heads from animal_weight
    where client_id = ${client} and group_id = any(${groups}) and not id = any(${without})`.execute(tx);
  return rows;
}

/** Fills in the farm, the moment and its day; refuses those to come and those of closed months. */
async function placeInTime(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  const { rows } = await sql<{ id: number; farm: number }>`
    select id, farm_id as farm from animal_group
    where client_id = ${context.client} and id = any(${changes.map(({ after }) => after.group)})`.execute(tx);
  const farms = new Map(rows.map(({ id, farm }) => [id, farm]));
  const moment = (row: AnyRow, farm: number, refuse: Change['refuse']) => ({ farm, at: row.at as string | undefined, field: 'at', refuse });
  for (const { before } of changes) if (before) await demandOpenMonth(tx, context.client, before.farm, before.day);
  const wanted = changes.map(({ before, after, refuse }) => moment(after, farms.get(after.group) ?? before?.farm ?? 0, refuse));
  const { is } = await askAll(tx, { is: momentsCheck(context, wanted) });
  for (const [index, { before, after, columns }] of changes.entries()) {
    // A weighing that stays where it is keeps its day.
    const kept = before && Date.parse(before.at) === Date.parse(after.at) ? { day: before.day } : {};
    Object.assign(columns, is[index], kept, { farm_id: wanted[index]?.farm });
  }
}

/** The error for an impossible weight, and for money that the kind doesn't have. */
function findRefusal({ kind, heads, kg, price }: AnyRow): ApiError | null {
  const least = heads * LEAST_WEIGHT_PER_HEAD;
  const most = heads * MAX_WEIGHT_PER_HEAD;
  if (kg > most) return invalid('kg', 'too_large', { limit: most });
  if (kg < least && !(kind === 'death' && kg === 0)) return invalid('kg', 'min_val', { limit: least });
  if (kind !== 'in' && (price ?? null) !== null) return invalid('price', 'invalid_value');
  return null;
}
