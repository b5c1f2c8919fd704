import { sql } from 'kysely';
import type { ClientContext } from '../../core/context.ts';
import { conflict } from '../../core/errors.ts';
import type { AnyRow } from '../../core/table.ts';
import type { Tx } from '../../db/database.ts';
import { tellAround } from './refresh.ts';
import { clearPlan } from './settle.ts';

/** What a person deletes goes out of the plan; its row stays, so that the period doesn't make it again. Only while it is waited. */
export async function removeWaited(tx: Tx, context: ClientContext, before: AnyRow): Promise<void> {
  if (before.status !== 'waited') throw conflict('illegal_status');
  await clearPlan(tx, context.client, [before.id], before.planned_on);
  await tellAround(tx, context.client);
}

/** Takes away schedules that a period made and no longer makes. One with rows in the ledger (it was loaded and reset) stays, deleted. */
export async function discard(tx: Tx, client: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await clearPlan(tx, client, ids, null);
  await sql`
    update schedule s set deleted = true, version = version + 1 where s.client_id = ${client} and s.id = any(${ids})
      and exists (select from ledger l where l.client_id = s.client_id and l.schedule_id = s.id)`.execute(tx);
  await sql`delete from schedule where client_id = ${client} and id = any(${ids}) and not deleted`.execute(tx);
}
