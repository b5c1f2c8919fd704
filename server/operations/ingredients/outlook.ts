import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { runOut } from '#server/domain/feed-needs.ts';
import type { ClientContext } from '#server/platform/context.ts';

export interface Outlook {
  days_left: number | null;
  run_out_on: string | null;
}

/**
 * The days that the stock lasts. `days_left`: rest ÷ the mean daily use (loads, sales, crafts) of the farm's last seven whole days.
 * `run_out_on`: the first day whose planned needs exceed the stock.
 */
export async function outlookOf(db: Db, context: ClientContext, ids: readonly number[]): Promise<Map<number, Outlook>> {
  if (ids.length === 0) return new Map();
  const { client } = context;
  const now = context.services.now().toISOString();
  const { rows } = await sql<Outlook & { id: number }>`
    with ${runOut({ client, now, ingredients: sql`= any(${ids})` })}, own as (
      select i.id, greatest(i.rest, 0) as rest, f.today
      from ingredient i join need_place f on f.id = i.farm_id
      where i.client_id = ${client} and i.id = any(${ids}) and not i.water
    )
    select own.id, case when used.kg > 0 then own.rest * 7 / used.kg end as days_left, need_out.day as run_out_on
    from own
    left join need_out on need_out.ingredient_id = own.id
    cross join lateral (
      select -sum(l.kg) as kg from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
      where l.client_id = ${client} and l.ingredient_id = own.id and l.day between own.today - 7 and own.today - 1
        and coalesce(o.kind, l.kind) in ('load', 'sale', 'craft_out')
    ) used`.execute(db);
  return new Map(rows.map(({ id, ...outlook }) => [id, outlook]));
}

/** Puts a list in the order in which its feeds run out by the plan; those that nothing is planned of come last. */
export const byRunOut = {
  join: ({ client, services }: ClientContext) => sql`
    left join (
      with ${runOut({ client, now: services.now().toISOString(), ingredients: sql`is not null` })}
      select ingredient_id, day from need_out
    ) outlook on outlook.ingredient_id = t.id`,
  by: 'outlook.day',
};
