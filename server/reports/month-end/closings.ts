import { sql } from 'kysely';
import type { NumberedClosing } from '#common/files/forms/month-numbers.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { MonthFarm } from './farms.ts';

interface Closing extends NumberedClosing {
  farm: number;
  closed_at: string;
  closed_by_name: string | null;
}

/** All closings that the farms ever had, the newest first. */
export async function closingsOf({ client, db }: ClientContext, farms: readonly MonthFarm[]): Promise<Map<number, Closing[]>> {
  const { rows } = await sql<Closing>`
    select l.farm_id as farm, to_char(l.month, 'YYYY-MM') as month, l.number, l.version, l.reopened_at is null as closed, l.closed_at,
      coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as closed_by_name
    from month_closing l left join account a on a.id = l.closed_by
    where l.client_id = ${client} and l.farm_id = any(${farms.map(({ id }) => id)}::bigint[])
    order by l.month desc, l.version desc`.execute(db);
  return new Map(farms.map(({ id }) => [id, rows.filter(({ farm }) => farm === id)]));
}
