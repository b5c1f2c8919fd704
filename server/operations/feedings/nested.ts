import { sql } from 'kysely';
import type { z } from 'zod';
import type { ScheduleAbilities, ScheduleGroupRow, ScheduleItemRow, ScheduleRow } from '#contract/operations/feedings.ts';
import type { Db } from '#server/db/database.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

type Of<T extends z.ZodType> = z.infer<T> & { schedule: number };

/** Adds groups, items and abilities to schedules that were read. Their `abilities` come in as what of them the database knows. */
export async function completeSchedules(db: Db, rows: AnyRow[], context: ClientContext): Promise<AnyRow[]> {
  if (rows.length === 0) return rows;
  const ids = rows.map((row) => row.id);
  // Named days let the database leave the other months' partitions alone.
  const days = [...new Set(rows.map((row) => row.planned_on))];
  const { rows: groups } = await sql<Of<typeof ScheduleGroupRow>>`
    select f.schedule_id as schedule, f.group_id as group, g.name as group_name, f.heads, f.weight_per_head, f.ration_size, f.weight_plan, f.weight_fact,
           f.implausible, f.started_at, f.seconds
    from schedule_group f join animal_group g on g.client_id = f.client_id and g.id = f.group_id
    where f.client_id = ${context.client} and f.schedule_id = any(${ids}) and f.planned_on = any(${days}::date[])
    order by f.position`.execute(db);
  const { rows: items } = await sql<Of<typeof ScheduleItemRow>>`
    select f.schedule_id as schedule, f.ingredient_id as ingredient, i.name as ingredient_name, f.percent, f.weight_plan, f.weight_fact,
           f.price, f.dry_matter, f.implausible, f.started_at, f.seconds
    from schedule_ingredient f join ingredient i on i.client_id = f.client_id and i.id = f.ingredient_id
    where f.client_id = ${context.client} and f.schedule_id = any(${ids}) and f.planned_on = any(${days}::date[])
    order by f.position`.execute(db);
  const groupsOf = groupBy(groups, (group) => group.schedule);
  const itemsOf = groupBy(items, (item) => item.schedule);
  return rows.map((row) => ({
    ...row,
    groups: (groupsOf.get(row.id) ?? []).map(({ schedule: _, ...group }) => group),
    items: (itemsOf.get(row.id) ?? []).map(({ schedule: _, ...item }) => item),
    abilities: abilitiesOf(context, row.status, row.abilities),
  }));
}

interface Known {
  /** The month of its day. */
  closed: boolean;
  /** It speaks for its feeding's loads that wait. */
  leads: boolean;
}

function abilitiesOf(context: ClientContext, status: ScheduleRow['status'], { closed, leads }: Known): z.infer<typeof ScheduleAbilities> {
  const can = (right: boolean, ...when: ScheduleRow['status'][]) => right && !closed && (when.length === 0 || when.includes(status));
  const change = may(context, 'schedule', 'change');
  return {
    change: can(change),
    delete: can(leads && may(context, 'schedule', 'delete'), 'waited'),
    load: can(may(context, 'load_schedule', 'add'), 'waited', 'in_process'),
    upload: can(may(context, 'upload_schedule', 'add'), 'loaded', 'out_process'),
    reset: can(change, 'in_process', 'loaded', 'out_process', 'uploaded'),
    correct: can(change, 'in_process', 'loaded', 'out_process', 'uploaded'),
  };
}
