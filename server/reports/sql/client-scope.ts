import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { Db } from '#server/db/database.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/**
 * Scope for checks of a client that don't run for a user: all farms, the last seven whole days, as on the start screen. null if it has no
 * farm.
 */
export async function scopeOf(db: Db, client: number, now: Date): Promise<ReportScope | null> {
  const { rows } = await sql<{ id: number; name: string; timezone: string; currency: string }>`
    select f.id, f.name, f.timezone, c.currency from farm f join client c on c.id = f.client_id where f.client_id = ${client} order by f.id`.execute(
    db,
  );
  const [first] = rows;
  if (!first) return null;
  const farms = rows.map(({ id, name, timezone }) => ({ id, name, timezone, today: dayAt(now, timezone) }));
  const yesterday = addDays(farms.map(({ today }) => today).toSorted()[0] ?? '', -1);
  return {
    client,
    db,
    farms,
    farmIds: farms.map(({ id }) => id),
    now: now.toISOString(),
    from: addDays(yesterday, -6),
    to: yesterday,
    filters: {},
    timezone: 'UTC',
    currency: first.currency,
    lockedUntil: null,
  };
}

/** The same scope for one farm. */
export function ofFarm(scope: ReportScope, farm: number): ReportScope {
  const farms = scope.farms.filter(({ id }) => id === farm);
  return { ...scope, farms, farmIds: farms.map(({ id }) => id) };
}
