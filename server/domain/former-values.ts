import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { Change } from '#server/platform/resource/table.ts';
import { todayOn } from './timezone.ts';

/** Tables of former values, stored with `until`, the first day on which a value was no longer valid. */
const KEPT = {
  former_price: { of: 'ingredient_id', value: 'price', type: 'numeric' },
  former_animal_type: { of: 'group_id', value: 'animal_type_id', type: 'bigint' },
  former_ingredient_type: { of: 'ingredient_id', value: 'type_id', type: 'bigint' },
} as const;

/** A replaced value. */
export interface Replaced {
  id: number;
  farm: number;
  value: number;
  /** True if the new value is also valid on earlier days of open months. */
  inOpenMonths: boolean;
}

/** Changes that gave a field another value. */
export const replacedBy = (changes: readonly Change[], field: string, inOpenMonths: (change: Change) => boolean): Replaced[] =>
  changes.flatMap((change) => {
    const { id, before, after } = change;
    if (!before || before[field] === after[field]) return [];
    return [{ id, farm: after.farm, value: before[field], inOpenMonths: inOpenMonths(change) }];
  });

/**
 * Stores replaced values: new ones are valid from the farm's today, or from the first day after the client's last closed month. A value
 * that is valid on no day isn't stored.
 */
export async function keepFormer(
  tx: Tx,
  client: number,
  now: Date,
  table: keyof typeof KEPT,
  replaced: readonly Replaced[],
): Promise<void> {
  if (replaced.length === 0) return;
  const { of, value, type } = KEPT[table];
  const today = await todayOn(
    tx,
    client,
    now,
    replaced.map(({ farm }) => farm),
  );
  const rows = replaced.map(({ id, farm, value: former, inOpenMonths }) => ({ id, former, since: inOpenMonths ? null : today.get(farm) }));
  const [kept, owner, what] = [sql.table(table), sql.ref(of), sql.ref(value)];
  const wanted = sql`
    wanted as materialized (
      select x.id, x.former, coalesce(x.since, (
        select (max(m.month) + interval '1 month')::date from month_close m where m.client_id = ${client})) as since
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id bigint, former ${sql.raw(type)}, since date)
    )`;
  await sql`
    with ${wanted}
    insert into ${kept} (client_id, ${owner}, until, ${what})
    select ${client}, w.id, w.since, coalesce((
      select k.${what} from ${kept} k where k.client_id = ${client} and k.${owner} = w.id and k.until >= w.since order by k.until limit 1), w.former)
    from wanted w where w.since is not null
    on conflict do nothing`.execute(tx);
  await sql`
    with ${wanted}
    delete from ${kept} k using wanted w where k.client_id = ${client} and k.${owner} = w.id and k.until > coalesce(w.since, '-infinity')`.execute(
    tx,
  );
}
