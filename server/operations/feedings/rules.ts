import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { demandOnFarm } from '#server/platform/resource/references.ts';
import type { AnyRow, Change, Input } from '#server/platform/resource/table.ts';
import { leads } from './parts.ts';

/** Fields that may still change after loading has begun. */
const ALWAYS = new Set(['operator', 'ignore_in_reports', 'ignore_reason', 'skip_time', 'version']);
/** Maximum number of days between today and a plan made by hand. */
const MAX_DAYS = 400;

/** Checks that a schedule's schema can't express; the weight is checked after planning. */
export async function prepareSchedule(
  tx: Tx,
  context: ClientContext,
  { input, before, after: next }: Pick<Change, 'input' | 'before' | 'after'>,
): Promise<Input> {
  if (before && next.farm !== before.farm) throw invalid('farm', 'invalid_value');
  if (before) await demandOpenMonth(tx, context.client, before.farm, before.planned_on);
  // A former user may stay as the operator.
  if (input.operator !== before?.operator) await demandOperator(tx, context.client, input.operator as number | null | undefined);
  if (before && before.status !== 'waited') {
    const refused = Object.keys(input).find((field) => !ALWAYS.has(field) && !isSame(field, input[field], before[field]));
    if (refused) throw conflict('illegal_status', {}, refused);
    return {};
  }
  const changed = Object.keys(input).find((field) => before && field !== 'operator' && !isSame(field, input[field], before[field]));
  if (before && before.parts > 1 && changed && changed !== 'version' && !(await leads(tx, context.client, before.id))) {
    throw conflict('first_of_loads', {}, changed);
  }
  if (next.planned_on !== before?.planned_on) await demandDay(tx, context, next);
  if (next.leftovers && next.auto_load) throw invalid('auto_load', 'leftovers_auto_load');
  await demandSelections(tx, context, input, next);
  if (before) return {};
  const { rows } = await sql<{ position: number }>`
    select coalesce(max(position), 0) + 1 as position from schedule
    where client_id = ${context.client} and farm_id = ${next.farm} and planned_on = ${next.planned_on} and not deleted`.execute(tx);
  return { position: rows[0]?.position ?? 1 };
}

/** True if a field wasn't changed: a form sends all of its fields. */
export function isSame(field: string, value: unknown, known: unknown): boolean {
  if (field !== 'groups') return value === known;
  const pickGroupWeights = (groups: unknown) => (groups as AnyRow[]).map((group) => [group.group, group.weight_per_head]);
  return JSON.stringify(pickGroupWeights(value)) === JSON.stringify(pickGroupWeights(known));
}

/** Checks that the day is near enough to plan by hand and that its month is open. */
export async function demandDay(tx: Tx, context: ClientContext, next: AnyRow): Promise<void> {
  const today = dayAt(context.services.now(), await timezoneOf(tx, context.client, next.farm));
  const [first, last] = [addDays(today, -MAX_DAYS), addDays(today, MAX_DAYS)];
  if (next.planned_on < first) throw invalid('planned_on', 'min_val', { limit: first });
  if (next.planned_on > last) throw invalid('planned_on', 'too_large', { limit: last });
  await demandOpenMonth(tx, context.client, next.farm, next.planned_on);
  await sql`select ensure_month(${next.planned_on}::date)`.execute(tx);
}

/** Checks that ration, mixer and groups belong to the farm and aren't deleted, and that the loading is the farm's on that day. */
async function demandSelections(tx: Tx, context: ClientContext, input: Input, next: AnyRow): Promise<void> {
  if (input.groups !== undefined) await demandGroups(tx, context, next.farm, next.groups, 'groups');
  if (input.mixer !== undefined) await demandOnFarm(tx, context, 'mixer', next.farm, [next.mixer], 'mixer');
  if (input.ration !== undefined) await demandOnFarm(tx, context, 'ration', next.farm, [next.ration], 'ration');
  if (next.loading === null || (input.loading === undefined && input.planned_on === undefined)) return;
  const { rows } = await sql`
    select from loading where client_id = ${context.client} and id = ${next.loading} and farm_id = ${next.farm}
      and planned_on = ${next.planned_on}`.execute(tx);
  if (rows.length === 0) throw invalid('loading', 'invalid_value');
}

/** 400 at `<field>.N.group` unless every group belongs to the farm, isn't deleted and occurs once. */
export async function demandGroups(
  tx: Tx,
  context: ClientContext,
  farm: number,
  groups: readonly { group: number }[],
  field: string,
): Promise<void> {
  const ids = groups.map((group) => group.group);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (twice !== -1) throw invalid(`${field}.${twice}.group`, 'invalid_value');
  await demandOnFarm(tx, context, 'animal_group', farm, ids, `${field}.*.group`);
}

/** 400 unless the operator is a user of the client. */
export async function demandOperator(tx: Tx, client: number, operator: number | null | undefined): Promise<void> {
  if (operator === undefined || operator === null) return;
  const { rows } = await sql`select from account where id = ${operator} and client_id = ${client} and not deleted`.execute(tx);
  if (rows.length === 0) throw invalid('operator', 'invalid_value');
}
