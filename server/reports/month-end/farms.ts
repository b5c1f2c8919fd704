import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { demandFound } from '#server/platform/errors.ts';

export interface MonthFarm {
  id: number;
  name: string;
  /** By the farm's clock. */
  today: string;
}

/** The farms asked for, or all that the caller sees, by name; 400 at the place of one that isn't theirs. */
export async function farmsAsked(context: ClientContext, requested: readonly number[], field = 'farm.*'): Promise<MonthFarm[]> {
  const farms = farmsInScope(context, requested);
  const { rows } = await sql<{ id: number; name: string; timezone: string }>`
    select id, name, timezone from farm
    where client_id = ${context.client} ${farms ? sql`and id = any(${farms})` : sql``} order by name, id`.execute(context.db);
  demandFound(requested, rows, field);
  const now = context.services.now();
  return rows.map(({ timezone, ...farm }) => ({ ...farm, today: dayAt(now, timezone) }));
}
