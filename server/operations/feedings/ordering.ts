import { type RawBuilder, sql } from 'kysely';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { demandFarm } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { sharing, visibilityKey } from '#server/platform/http/shared.ts';
import { authorOf, recordMany } from '#server/platform/resource/history.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { planTurns } from './plan-turns.ts';
import { schedulesWhere } from './read.ts';
import { notifyPlan } from './refresh.ts';

interface Moved {
  schedule: Placed;
  position: number;
}

interface Placed {
  id: number;
  farm_id: number;
  planned_on: string;
  position: number;
  name: string;
}

/** Days as they are after an ordering, shared between waiting requests. */
const ordered = sharing<AnyRow[]>();

/**
 * Puts the schedules of one farm and day into the order of `ids`; the others follow in their old order. Versions don't change. Each client
 * runs one ordering at a time, and requests that end meanwhile share the day's result.
 */
export async function reorder(context: ClientContext, ids: readonly number[]): Promise<AnyRow[]> {
  const { farm_id, planned_on } = await planTurns.during(context.client, () => context.write((tx) => place(tx, context, ids)));
  return ordered(JSON.stringify([farm_id, planned_on, visibilityKey(context)]), () =>
    schedulesWhere(context, sql`t.farm_id = ${farm_id} and t.planned_on = ${planned_on}`),
  );
}

/** The same inside a transaction. */
export async function place(tx: Tx, context: ClientContext, ids: readonly number[]): Promise<Placed> {
  const [first] = await placedWhere(tx, context, sql`s.id = ${ids[0]}`);
  if (!first || new Set(ids).size < ids.length) throw invalid('ids', 'invalid_value');
  demandFarm(context, first.farm_id);
  if (context.farm !== null && context.farm !== first.farm_id) throw invalid('ids', 'invalid_value');
  await demandOpenMonth(tx, context.client, first.farm_id, first.planned_on);
  const all = await placedWhere(tx, context, sql`s.farm_id = ${first.farm_id} and s.planned_on = ${first.planned_on}`, HELD);
  const byId = new Map(all.map((schedule) => [schedule.id, schedule]));
  if (ids.some((id) => !byId.has(id))) throw invalid('ids', 'invalid_value');
  const named = new Set(ids);
  const order = [...ids, ...all.map((schedule) => schedule.id).filter((id) => !named.has(id))];
  if (order.length > 500) throw conflict('too_large', { limit: 500 });
  const placed = order.map((id, index) => ({ schedule: byId.get(id) as Placed, position: index + 1 }));
  await move(
    tx,
    context,
    placed.filter(({ schedule, position }) => schedule.position !== position),
  );
  return first;
}

/** Ordering a day and planning it again lock its schedules in the same order, so that they never deadlock. */
const HELD = sql`for no key update of s`;

/** Schedules in their order of the day, read after they are locked, because the order may have changed while waiting. */
async function placedWhere(tx: Tx, context: ClientContext, condition: RawBuilder<unknown>, lock = sql``): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select s.id, s.farm_id, s.planned_on, s.position, r.name || ' ' || s.planned_on as name
    from schedule s join ration r on r.client_id = s.client_id and r.id = s.ration_id
    where s.client_id = ${context.client} and not s.deleted and ${condition}
    order by s.id ${lock}`.execute(tx);
  return rows.toSorted((a, b) => a.position - b.position || a.id - b.id);
}

async function move(tx: Tx, context: ClientContext, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return;
  const ids = moved.map(({ schedule }) => schedule.id);
  await sql`
    update ${UNREAD} schedule s set position = x.position
    from unnest(${ids}::bigint[], ${moved.map(({ position }) => position)}::integer[]) as x (id, position)
    where s.client_id = ${context.client} and s.id = x.id`.execute(tx);
  await recordMany(
    tx,
    authorOf(context),
    moved.map(({ schedule, position }) => ({
      resource: 'schedules',
      id: schedule.id,
      farm: schedule.farm_id,
      name: schedule.name,
      before: { position: schedule.position },
      after: { position },
    })),
  );
  await notifyPlan(tx, context.client, ids);
}
