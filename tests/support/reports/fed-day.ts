import type { TestApi } from '#tests/support/api.ts';
import { makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';

/** The loaded feeds of a day with their prices, and each group's feed and heads. */
export interface FedDay {
  feeds: Readonly<Record<number, { kg: number; price: number }>>;
  groups: Readonly<Record<number, { kg: number; heads: number }>>;
}

/** Records a day of any past as if on that day. `today` is a day on which the farm can still be planned. */
export async function recordDay(api: TestApi, farm: ReadyFarm, day: string, { feeds, groups }: FedDay, today: string): Promise<number> {
  const { id } = await makeSchedule(farm, today, {
    groups: Object.keys(groups).map((group) => ({ group: Number(group), weight_per_head: 10 })),
  });
  const db = api.database.acrossClients();
  await db.selectNoFrom(({ fn, val, cast }) => fn<string>('ensure_month', [cast(val(day), 'date')]).as('done')).execute();
  const kg = Object.values(feeds).reduce((sum, feed) => sum + feed.kg, 0);
  await db.updateTable('schedule').set({ planned_on: day, status: 'uploaded', weight_fact: kg }).where('id', '=', id).execute();
  await db.deleteFrom('schedule_ingredient').where('schedule_id', '=', id).execute();
  await db
    .insertInto('schedule_ingredient')
    .values(
      Object.entries(feeds).map(([ingredient, feed], position) => ({
        client_id: farm.client.id,
        schedule_id: id,
        farm_id: farm.farm,
        planned_on: day,
        ration_id: farm.ration,
        mixer_id: farm.mixer,
        ingredient_id: Number(ingredient),
        position,
        percent: 1,
        weight_plan: feed.kg,
        weight_fact: feed.kg,
        price: feed.price,
        dry_matter: 50,
        counted: true,
      })),
    )
    .execute();
  for (const [group, given] of Object.entries(groups)) {
    await db
      .updateTable('schedule_group')
      .set({ planned_on: day, counted: true, weight_plan: given.kg, weight_fact: given.kg, heads: given.heads })
      .where('schedule_id', '=', id)
      .where('group_id', '=', Number(group))
      .execute();
  }
  return id;
}
