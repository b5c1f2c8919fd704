import { sql } from 'kysely';
import { MAX_MILK_PER_HEAD } from '#contract/operations/milk.ts';
import type { Tx } from '#server/db/database.ts';
import { findClosedMonths, monthClosed } from '#server/domain/closed-months.ts';
import { todayOn } from '#server/domain/timezone.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type ApiError, invalid } from '#server/platform/errors.ts';
import type { AnyRow, Change } from '#server/platform/resource/table.ts';

const joinKey = (...parts: (string | number | null)[]) => parts.join(' ');
const farmDay = ({ farm, day }: AnyRow) => joinKey(farm, day);

/** The rules of milk, each asked once for all rows of a save or a file. */
export async function judgeMilk(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const farms = [...new Set(changes.map(({ after }) => after.farm as number))].sort((a, b) => a - b);
  await lockMilk(tx, farms);
  const todays = await todayOn(tx, context.client, context.services.now(), farms);
  const rows = changes.flatMap(({ before, after }) => (before ? [before, after] : [after]) as { farm: number; day: string }[]);
  const isClosed = await findClosedMonths(tx, context.client, rows);
  const heads = await readHeads(tx, context.client, changes);
  const kinds = await readMilkKinds(tx, context.client, changes);

  const findRefusal = ({ before, after }: Change, found: Found | undefined): ApiError | null => {
    const today = todays.get(after.farm) ?? '';
    const closed = [before ?? after, after].find(({ farm, day }) => isClosed(farm, day));
    const most = (found?.heads ?? 0) * MAX_MILK_PER_HEAD;
    const otherKind = after.group === null ? 'group' : 'farm';
    if (isElsewhere(after, found)) return invalid('group', 'invalid_value');
    if (after.day > today) return invalid('day', 'too_large', { limit: today });
    if (closed) return monthClosed(closed.day);
    if (after.kg > most) return invalid('kg', 'too_large', { limit: most });
    return kinds.get(farmDay(after))?.has(otherKind) ? invalid('group', 'milk_of_both') : null;
  };
  for (const [at, change] of changes.entries()) {
    const refusal = findRefusal(change, heads[at]);
    if (refusal) change.refuse(refusal);
  }
}

const isElsewhere = ({ group, farm }: AnyRow, found: Found | undefined) => group !== null && found?.farm !== farm;

/** Milk by group and milk by farm exclude each other on a day, so that both writers use one lock. */
async function lockMilk(tx: Tx, farms: readonly number[]): Promise<void> {
  for (const farm of farms) await sql`select pg_advisory_xact_lock(hashtextextended('manger milk', ${farm}))`.execute(tx);
}

/** Refuses prices that change a closed month: the former month, and the new one. */
export async function judgeMilkPrices(tx: Tx, { client }: ClientContext, changes: readonly Change[]): Promise<void> {
  const listMonths = ({ before, after }: Change) =>
    [before ?? after, after].map(({ farm, from }) => ({ farm: farm as number, day: from as string }));
  const isClosed = await findClosedMonths(tx, client, changes.flatMap(listMonths));
  for (const change of changes) {
    const closed = listMonths(change).find(({ farm, day }) => isClosed(farm, day));
    if (closed) change.refuse(monthClosed(closed.day));
  }
}

interface Found {
  farm: number;
  heads: number;
}

/** For each row the farm of its group, and the heads of the day: of the group, or of all groups of the farm. */
async function readHeads(tx: Tx, client: number, changes: readonly Change[]): Promise<Found[]> {
  const rows = changes.map(({ after }) => after);
  const { rows: found } = await sql<Found>`
    select coalesce(max(g.farm_id), max(m.farm)) as farm, coalesce(sum(h.heads), 0)::integer as heads
    from unnest(${rows.map(({ farm }) => farm)}::bigint[], ${rows.map(({ group }) => group)}::bigint[], ${rows.map(({ day }) => day)}::date[])
      with ordinality as m (farm, of_group, day, place)
    left join animal_group g on g.client_id = ${client} and case when m.of_group is null then g.farm_id = m.farm and not g.deleted else g.id = m.of_group end
    left join lateral (
      select coalesce((select c.heads from head_count c where c.client_id = ${client} and c.group_id = g.id and c.day <= m.day
        order by c.day desc limit 1), g.animal_count) as heads
    ) h on true
    group by m.place order by m.place`.execute(tx);
  return found;
}

/** The kind of milk of these days (by group or by farm) without these rows, and with them. */
async function readMilkKinds(tx: Tx, client: number, changes: readonly Change[]): Promise<Map<string, Set<'farm' | 'group'>>> {
  const rows = changes.map(({ after }) => after);
  const own = changes.flatMap(({ id }) => (id > 0 ? [id] : []));
  const { rows: found } = await sql<{ farm: number; day: string; group: number | null }>`
    select distinct t.farm_id as farm, t.day, t.group_id as "group"
    from unnest(${rows.map(({ farm }) => farm)}::bigint[], ${rows.map(({ day }) => day)}::date[]) as m (farm, day)
    join milk t on t.client_id = ${client} and t.farm_id = m.farm and t.day = m.day
    where not t.id = any(${own}::bigint[])`.execute(tx);
  const kinds = new Map<string, Set<'farm' | 'group'>>();
  for (const row of [...found, ...rows]) {
    const key = farmDay(row);
    kinds.set(key, (kinds.get(key) ?? new Set()).add(row.group === null ? 'farm' : 'group'));
  }
  return kinds;
}
