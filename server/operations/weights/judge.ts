import { sql } from 'kysely';
import { LEAST_WEIGHT_PER_HEAD, MOST_WEIGHT_PER_HEAD, type WeightKind } from '#contract/operations/weights.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { momentsCheck } from '#server/domain/moment.ts';
import { TURNS } from '#server/domain/weight-turns.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type ApiError, conflict, invalid } from '#server/platform/errors.ts';
import { askAll } from '#server/platform/resource/check.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';

interface Weighing {
  id: number;
  group: number;
  at: string;
  day: string;
  kind: WeightKind;
  heads: number;
  change?: Change;
}

/** The rules of weights: of the animals themselves, and of how many there are in a group, whose weighings are gone through in the order of time. */
export async function judgeWeights(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const groups = groupsOf(changes.flatMap(({ before, after }) => [before, after]));
  const others = await lockedWeighings(
    tx,
    context,
    groups,
    changes.map(({ id }) => id),
  );
  await placeInTime(tx, context, changes);
  for (const change of changes) {
    const refusal = change.refused ? null : refusalOf(change.after);
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

const groupsOf = (rows: readonly (AnyRow | null)[]) =>
  [...new Set(rows.flatMap((row) => (row ? [row.group as number] : [])))].sort((a, b) => a - b);

/** The weighings of these groups but those `without`; whoever else is to say something of the groups waits. */
async function lockedWeighings(tx: Tx, { client }: ClientContext, groups: readonly number[], without: readonly number[]) {
  for (const group of groups) await sql`select pg_advisory_xact_lock(hashtextextended('manger weights', ${group}))`.execute(tx);
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
  const existing = changes.flatMap(({ before, refuse }) => (before ? [moment(before, before.farm, refuse)] : []));
  const wanted = changes.map(({ before, after, refuse }) => moment(after, farms.get(after.group) ?? before?.farm ?? 0, refuse));
  const { is } = await askAll(tx, {
    ...(existing.length > 0 ? { was: momentsCheck(context, existing) } : {}),
    is: momentsCheck(context, wanted),
  });
  for (const [index, { columns }] of changes.entries()) Object.assign(columns, is[index], { farm_id: wanted[index]?.farm });
}

/** What no animals weigh, and money that doesn't go with the kind. */
function refusalOf({ kind, heads, kg, price }: AnyRow): ApiError | null {
  const least = heads * LEAST_WEIGHT_PER_HEAD;
  const most = heads * MOST_WEIGHT_PER_HEAD;
  if (kg > most) return invalid('kg', 'too_large', { limit: most });
  if (kg < least && !(kind === 'death' && kg === 0)) return invalid('kg', 'min_val', { limit: least });
  if (kind !== 'in' && (price ?? null) !== null) return invalid('price', 'invalid_value');
  return null;
}

/** Weighings of more animals than are there, in the order of time. */
function shortages(weighings: readonly Weighing[]): { weighing: Weighing; onHand: number }[] {
  const place = ({ at, kind, id }: Weighing) => [Date.parse(at), TURNS.indexOf(kind), id || Number.MAX_SAFE_INTEGER] as const;
  const inOrder = weighings.toSorted((a, b) => {
    const [one, other] = [place(a), place(b)];
    return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
  });
  let onHand = 0;
  return inOrder.flatMap((weighing) => {
    const { kind, heads } = weighing;
    if (kind === 'in') onHand += heads;
    else if (heads > onHand) return [{ weighing, onHand }];
    else if (kind !== 'check') onHand -= heads;
    return [];
  });
}

/** Refuses what says more animals than are there, or would leave fewer than a later weighing is of. */
function judgeGroup(group: number, weighings: readonly Weighing[], changes: readonly Change[]): void {
  const found = shortages(weighings.filter((one) => one.group === group));
  const own = found.filter(({ weighing }) => weighing.change);
  for (const { weighing, onHand } of own) weighing.change?.refuse(invalid('heads', 'too_large', { limit: onHand }));
  const later = found[0];
  if (own.length > 0 || !later) return;
  const missing = later.weighing.heads - later.onHand;
  const last = changes.findLast(({ before, after }) => before?.group === group || after.group === group);
  last?.refuse(ofLater(last, group, missing));
}

/** A change that takes away what a later weighing is of: at the field that can be mended. */
function ofLater({ before, after }: Change, group: number, missing: number): ApiError {
  if (after.group !== group) return invalid('group', 'invalid_value');
  if (before && (before.kind === 'in') !== (after.kind === 'in')) return invalid('kind', 'invalid_value');
  if (after.kind === 'in') {
    const kept = before && after.heads < before.heads;
    return kept ? invalid('heads', 'min_val', { limit: after.heads + missing }) : invalid('at', 'invalid_value');
  }
  return invalid('heads', 'too_large', { limit: Math.max(0, after.heads - missing) });
}
