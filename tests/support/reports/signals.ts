import type { Insertable } from 'kysely';
import type { DB } from '#server/db/schema.gen.ts';
import type { TestApi } from '#tests/support/api.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';

/** Writes a signal as the server would: by default, of silage that runs out. */
export async function putSignal(api: TestApi, farm: ReadyFarm, values: Partial<Insertable<DB['signal']>> = {}): Promise<number> {
  const { id } = await api.database
    .forClient(farm.client.id)
    .insertInto('signal')
    .values({
      client_id: farm.client.id,
      farm_id: farm.farm,
      rule: 'days_left',
      subject_kind: 'ingredient',
      subject_id: farm.silage,
      subject_name: 'Silage',
      value: 3,
      bound: 7,
      kg: 1200,
      money: 1800,
      since: '2026-03-09',
      last_seen: '2026-03-10',
      found_at: '2026-03-09T05:00:00Z',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
