import { sql } from 'kysely';
import type { z } from 'zod';
import type { ScheduleAbilities, ScheduleGroupRow, ScheduleItemRow, ScheduleRow } from '#contract/operations/feedings.ts';
import type { Db } from '#server/db/database.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { hasLoaded } from './status.ts';

type Of<T extends z.ZodType> = z.infer<T> & { schedule: number };
/** `tolerance` is the ingredient's present one; null if the mixer's applies. */
type ItemInDatabase = Omit<Of<typeof ScheduleItemRow>, 'tolerance'> & { tolerance: number | null; kept_tolerance: number | null };

/** An ended load keeps the tolerance of its day. */
function toItem(row: AnyRow, { schedule: _, kept_tolerance, tolerance, ...item }: ItemInDatabase): z.infer<typeof ScheduleItemRow> {
  const own = hasLoaded(row.status) ? kept_tolerance : tolerance;
  return { ...item, tolerance: own ?? row.loading_admittance };
}

/** Adds groups, items and abilities to schedules that were read. Their `abilities` initially contain the state from the database. */
export async function completeSchedules(db: Db, rows: AnyRow[], context: ClientContext): Promise<AnyRow[]> {
  if (rows.length === 0) return rows;
  const ids = rows.map((row) => row.id);
  // Named days let the database leave the other months' partitions alone.
  const days = [...new Set(rows.map((row) => row.planned_on))];
  const { rows: groups } = await sql<Of<typeof ScheduleGroupRow>>`
    select f.schedule_id as schedule, f.group_id as group, g.name as group_name, f.heads, f.weight_per_head, f.ration_size, f.weight_plan, f.weight_fact, f.added,
           f.implausible, f.started_at, f.seconds
    from schedule_group f join animal_group g on g.client_id = f.client_id and g.id = f.group_id
    where f.client_id = ${context.client} and f.schedule_id = any(${ids}) and f.planned_on = any(${days}::date[])
    order by f.position`.execute(db);
  const { rows: items } = await sql<ItemInDatabase>`
    select f.schedule_id as schedule, f.ingredient_id as ingredient, i.name as ingredient_name, f.percent, f.weight_plan, f.weight_fact, f.pack, f.packs, f.pack_kg, f.lot,
           f.tolerance as kept_tolerance, item_tolerance(i.tolerance_percent, i.tolerance, f.weight_plan) as tolerance,
           ${sql.raw(shownPrice('f.price'))} as price, f.dry_matter, f.implausible, f.started_at, f.seconds
    from schedule_ingredient f join ingredient i on i.client_id = f.client_id and i.id = f.ingredient_id
    where f.client_id = ${context.client} and f.schedule_id = any(${ids}) and f.planned_on = any(${days}::date[])
    order by f.position`.execute(db);
  const groupsOf = groupBy(groups, (group) => group.schedule);
  const itemsOf = groupBy(items, (item) => item.schedule);
  return rows.map((row) => ({
    ...row,
    groups: (groupsOf.get(row.id) ?? []).map(({ schedule: _, ...group }) => group),
    items: (itemsOf.get(row.id) ?? []).map((item) => toItem(row, item)),
    abilities: buildAbilities(context, row.status, row.abilities),
  }));
}

interface Known {
  /** The month of its day. */
  closed: boolean;
  /** True if the load represents the waiting loads of its feeding. */
  leads: boolean;
}

function buildAbilities(
  context: ClientContext,
  status: ScheduleRow['status'],
  { closed, leads }: Known,
): z.infer<typeof ScheduleAbilities> {
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
