import type { ClientContext } from '../core/context.ts';
import { dayAt, timezoneOf } from '../core/days.ts';
import { invalid } from '../core/errors.ts';
import { demandOpenMonth } from '../core/months.ts';
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
  const day = dayAt(at, await timezoneOf(tx, context.client, farm));
  await demandOpenMonth(tx, context.client, farm, day);
  return { at, day };
}
