import { type RawBuilder, sql } from 'kysely';
import type { Use } from '#contract/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { SizedWeight } from './sized-weight.ts';

// Yesterday, so that waiting feedings of a farm behind UTC are included. Older waiting ones won't be fed.
const since = (context: ClientContext) => new Date(context.services.now().getTime() - 86_400_000).toISOString().slice(0, 10);

/** Active periods, programmes, and days of waiting feedings and batches that use a ration or a mixer. */
export async function planUses(tx: Tx, context: ClientContext, what: 'ration' | 'mixer', id: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select 'periods' as resource, p.id, p.name, p.farm_id as farm, null as day
    from period p where p.client_id = ${context.client} and p.active and not p.deleted and exists (
      select from period_job j where j.client_id = p.client_id and j.period_id = p.id and ${sql.ref(`j.${what}_id`)} = ${id})
    union all
    select 'schedules', min(s.id), s.planned_on::text, s.farm_id, s.planned_on::text from schedule s
    where s.client_id = ${context.client} and ${sql.ref(`s.${what}_id`)} = ${id} and s.status = 'waited' and not s.deleted
      and s.planned_on >= ${since(context)}
    group by s.farm_id, s.planned_on
    union all
    select 'batches', min(b.id), b.planned_on::text, b.farm_id, b.planned_on::text from batch b
    where ${what === 'mixer'} and b.client_id = ${context.client} and b.mixer_id = ${id} and b.status = 'waited' and not b.deleted
      and b.planned_on >= ${since(context)}
    group by b.farm_id, b.planned_on
    union all
    select 'programmes', g.id, g.name, g.farm_id, null from programme g
    where ${what === 'ration'} and g.client_id = ${context.client} and not g.deleted and exists (
      select from programme_step t where t.client_id = g.client_id and t.programme_id = g.id and t.ration_id = ${id})
    order by name, resource`.execute(tx);
  return rows.map(plain);
}

/** The same for a group. A switched-off period counts, because it would lose a part of its plan. */
export async function groupUses(tx: Tx, context: ClientContext, id: number): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select 'periods' as resource, p.id, p.name, p.farm_id as farm, null as day
    from period p where p.client_id = ${context.client} and not p.deleted and exists (
      select from period_job_group g join period_job j on j.client_id = g.client_id and j.id = g.job_id
      where g.client_id = p.client_id and j.period_id = p.id and g.group_id = ${id})
    union all
    select 'schedules', min(s.id), s.planned_on::text, s.farm_id, s.planned_on::text from schedule_group g
    join schedule s on s.client_id = g.client_id and s.id = g.schedule_id
    where g.client_id = ${context.client} and g.group_id = ${id} and s.status = 'waited' and not s.deleted
      and g.planned_on >= ${since(context)}
    group by s.farm_id, s.planned_on
    order by name, resource`.execute(tx);
  return rows.map(plain);
}

/** SQL: waiting feedings that will be fed. */
export const willBeFed = (context: ClientContext): RawBuilder<unknown> => sql`t.status = 'waited' and t.planned_on >= ${since(context)}`;

/** A plan's groups with `to` instead of `from`. */
export const groupsNaming = (groups: readonly (SizedWeight & { group: number })[], from: number, to: number) =>
  groups.map(({ group, weight_per_head, ration_size }) => ({ group: group === from ? to : group, weight_per_head, ration_size }));

const plain = ({ day, ...use }: Use): Use => (day ? { ...use, day } : use);
