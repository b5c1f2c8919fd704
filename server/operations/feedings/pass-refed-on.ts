import { sql } from 'kysely';
import { dayAt } from '#common/format/clock.ts';
import type { Tx } from '#server/db/database.ts';
import { passRefedOn, takeRefedBack } from '#server/domain/refed.ts';
import type { Services } from '#server/platform/context.ts';
import { transact } from '#server/platform/transact.ts';
import { notifyPlan } from './refresh.ts';
import { replan } from './replan.ts';

interface Farm {
  client: number;
  farm: number;
  timezone: string;
}

/** Moves refusals that should have been fed on a past day and weren't into the next feeding of their group, by each farm's calendar. */
export async function passOnAll(services: Services): Promise<void> {
  const now = services.now();
  const { rows } = await sql<Farm>`
    select distinct l.client_id as client, l.farm_id as farm, f.timezone
    from leftover l
    join schedule s on s.client_id = l.client_id and s.id = l.to_schedule_id and s.status = 'waited'
    join farm f on f.client_id = l.client_id and f.id = l.farm_id
    where l.destination = 'group' and s.planned_on < (${now.toISOString()}::timestamptz at time zone f.timezone)::date
    order by 1, 2`.execute(services.database.acrossClients());
  for (const { client, farm, timezone } of rows) {
    try {
      await transact(services.database.forClient(client), async (tx) =>
        follow(tx, client, await passRefedOn(tx, client, farm, dayAt(now, timezone))),
      );
    } catch (error) {
      services.log.error({ client, farm, error: String(error) }, 'refusals could not go on');
    }
  }
}

/** Before a feeding is recorded: reverses planned refusals that were passed on to another feeding since. */
export const takeBack = async (tx: Tx, client: number, schedule: number): Promise<void> =>
  follow(tx, client, await takeRefedBack(tx, client, schedule));

async function follow(tx: Tx, client: number, feedings: readonly number[]): Promise<void> {
  const changed = await replan(tx, client, feedings);
  if (changed.length > 0) await notifyPlan(tx, client, changed);
}
