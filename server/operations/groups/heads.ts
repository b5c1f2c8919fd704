import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';

interface Heads {
  group: number;
  day: string;
  heads: number;
}

/** Keeps head counts with the day from which each holds; one of the same day is written over. */
export async function keepHeads(tx: Tx, context: ClientContext, counts: readonly Heads[]): Promise<void> {
  await sql`
    insert into head_count (client_id, group_id, day, heads)
    select ${context.client}, c.of, c.day, c.heads
    from unnest(${counts.map(({ group }) => group)}::bigint[], ${counts.map(({ day }) => day)}::date[], ${counts.map(({ heads }) => heads)}::integer[])
      as c (of, day, heads)
    on conflict (client_id, group_id, day) do update set heads = excluded.heads`.execute(tx);
}
