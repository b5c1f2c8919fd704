import { sql } from 'kysely';
import type { ScheduleRow, UploadReport } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import { invalid } from '#server/platform/errors.ts';

/** The groups that a report adds to a feeding, and all groups in their new order if it differs. */
export interface Rearranged {
  added: number[];
  order: number[] | null;
}

/**
 * Reads an operator's changes at the wagon. A repeated report finds its groups and order in place. 400 at `added` for a group of another
 * farm, and at `order` for a group that the feeding doesn't contain or that is named twice.
 */
export async function readRearranged(tx: Tx, client: number, before: ScheduleRow, report: UploadReport): Promise<Rearranged> {
  const present = before.groups.map(({ group }) => group);
  const added = [...new Set(report.added ?? [])].filter((group) => !present.includes(group));
  if (added.length > 0) {
    const { rows } = await sql<{ id: number }>`
      select id from animal_group where client_id = ${client} and farm_id = ${before.farm} and id = any(${added}) and not deleted`.execute(
      tx,
    );
    const known = new Set(rows.map(({ id }) => id));
    const wrong = added.find((group) => !known.has(group));
    if (wrong !== undefined) throw invalid(`added.${report.added?.indexOf(wrong)}`, 'invalid_value');
  }
  const all = [...present, ...added];
  const named = report.order ?? [];
  for (const [index, group] of named.entries()) {
    if (!all.includes(group)) throw invalid(`order.${index}`, 'invalid_value');
    if (named.indexOf(group) < index) throw invalid(`order.${index}`, 'not_unique');
  }
  const order = [...named, ...all.filter((group) => !named.includes(group))];
  return { added, order: order.some((group, index) => group !== all[index]) ? order : null };
}

/** Writes the added groups, which have no planned feed, and the new order. */
export async function writeRearranged(tx: Tx, client: number, before: ScheduleRow, { added, order }: Rearranged): Promise<void> {
  const { id, planned_on } = before;
  if (added.length > 0) {
    await sql`
      insert into schedule_group (client_id, schedule_id, group_id, planned_on, farm_id, ration_id, mixer_id, position, heads, weight_per_head,
        ration_size, weight_plan, added)
      select s.client_id, s.id, a.id, s.planned_on, s.farm_id, s.ration_id, s.mixer_id, ${before.groups.length} + x.n, coalesce((
          select h.heads from head_count h where h.client_id = a.client_id and h.group_id = a.id and h.day <= s.planned_on
          order by h.day desc limit 1), a.animal_count), 0, r.size, 0, true
      from unnest(${added}::bigint[]) with ordinality x (group_id, n)
      join animal_group a on a.client_id = ${client} and a.id = x.group_id
      join schedule s on s.client_id = a.client_id and s.id = ${id}
      join ration r on r.client_id = s.client_id and r.id = s.ration_id`.execute(tx);
  }
  if (!order) return;
  await sql`
    update schedule_group g set position = x.n - 1 from unnest(${order}::bigint[]) with ordinality x (group_id, n)
    where g.client_id = ${client} and g.planned_on = ${planned_on} and g.schedule_id = ${id} and g.group_id = x.group_id`.execute(tx);
}
