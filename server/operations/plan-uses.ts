import { sql } from 'kysely';
import type { ClientContext } from '../core/context.ts';
import type { Tx } from '../db/database.ts';

interface Use {
  name: string;
}

// Yesterday, so that a farm behind UTC has no waited schedule left out; what is older and still waits, nobody will feed.
const since = (context: ClientContext) => new Date(context.services.now().getTime() - 86_400_000).toISOString().slice(0, 10);

/** The active periods, and the days of waited schedules and batches, that a ration or a mixer is planned in. */
export async function usesInPlan(tx: Tx, context: ClientContext, what: 'ration' | 'mixer', id: number): Promise<string[]> {
  const { rows } = await sql<Use>`
    select distinct p.name from period_job j join period p on p.client_id = j.client_id and p.id = j.period_id
    where j.client_id = ${context.client} and ${sql.ref(`j.${what}_id`)} = ${id} and p.active and not p.deleted
    union all
    select distinct s.planned_on::text from schedule s
    where s.client_id = ${context.client} and ${sql.ref(`s.${what}_id`)} = ${id} and s.status = 'waited' and not s.deleted
      and s.planned_on >= ${since(context)}
    union
    select b.planned_on::text from batch b
    where ${what === 'mixer'} and b.client_id = ${context.client} and b.mixer_id = ${id} and b.status = 'waited' and not b.deleted
      and b.planned_on >= ${since(context)}
    order by 1`.execute(tx);
  return rows.map((row) => row.name);
}

/** The same of a group; a period that is switched off counts too, because it would lose a part of its plan. */
export async function usesOfGroup(tx: Tx, context: ClientContext, id: number): Promise<string[]> {
  const { rows } = await sql<Use>`
    select distinct p.name from period_job_group g
    join period_job j on j.client_id = g.client_id and j.id = g.job_id
    join period p on p.client_id = j.client_id and p.id = j.period_id
    where g.client_id = ${context.client} and g.group_id = ${id} and not p.deleted
    union all
    select distinct s.planned_on::text from schedule_group g
    join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
    where g.client_id = ${context.client} and g.group_id = ${id} and s.status = 'waited' and not s.deleted
      and g.planned_on >= ${since(context)}
    order by 1`.execute(tx);
  return rows.map((row) => row.name);
}
