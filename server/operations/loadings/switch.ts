import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import type { Tx } from '#server/db/database.ts';
import { timezoneOf } from '#server/domain/timezone.ts';
import { notifyPlan } from '#server/operations/feedings/refresh.ts';
import { discard } from '#server/operations/feedings/remove.ts';
import { madeSchedules } from '#server/operations/periods/made.ts';
import { isOurs, materialise } from '#server/operations/periods/materialise.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

/** Switches a period off on one date (deletes its unchanged schedules), or on again (creates them again, unless the date has passed). */
export async function switchLoading(tx: Tx, context: ClientContext, loading: AnyRow, on: boolean): Promise<void> {
  const { client, services } = context;
  const today = dayAt(services.now(), await timezoneOf(tx, client, loading.farm));
  if (loading.planned_on < today || loading.period === null) return;
  // The period is locked first, as in every function that creates or deletes its schedules.
  await sql`select from period where client_id = ${client} and id = ${loading.period} for update`.execute(tx);
  if (on) return void (await materialise(tx, client, loading.farm, services.now(), loading.period));
  const made = await madeSchedules(tx, client, [loading.id], loading.planned_on, loading.planned_on);
  const gone = made.filter(isOurs).map((schedule) => schedule.id);
  await discard(tx, client, gone);
  await notifyPlan(tx, client, gone);
}
