import { sql } from 'kysely';
import type { ClientContext } from '../core/context.ts';
import { conflict, invalid, notFound } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';

const DAY_MS = 86_400_000;

/** When something moved on a farm: the instant and the farm's day of it. */
export interface Moment {
  at: string;
  day: string;
}

/**
 * The moment of a move: `given`, or now. 400 at `field` when it lies more than a day ahead (a clock may be wrong by hours),
 * 409 when the farm's month is closed.
 */
export async function momentOf(tx: Tx, context: ClientContext, farm: number, given: string | undefined, field: string): Promise<Moment> {
  const now = context.services.now();
  const at = given ?? now.toISOString();
  const latest = new Date(now.getTime() + DAY_MS);
  if (new Date(at) > latest) throw invalid(field, 'too_large', { limit: latest.toISOString() });
  const { rows } = await sql<{ day: string; open: boolean }>`
    select d.day, month_is_open(${context.client}, ${farm}, d.day) as open
    from (select (${at}::timestamptz at time zone timezone)::date as day from farm where client_id = ${context.client} and id = ${farm}) d`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw notFound();
  const { day, open } = found;
  if (!open) throw conflict('month_closed', { values: [day.slice(0, 7)] });
  return { at, day };
}
