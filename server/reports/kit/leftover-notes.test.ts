import { sql } from 'kysely';
import { expect } from 'vitest';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm } from '#tests/support/feeding.ts';
import { recordDay } from '#tests/support/reports/fed-day.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-11-23';
test.override('now', `${TODAY}T08:00:00Z`);
const FED_ON = '2026-11-02';
const WEIGHED_ON = '2026-11-03';

test('a leftover without a day is reported immediately, whether the day before is stored or stale', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  await recordDay(
    api,
    farm,
    FED_ON,
    { feeds: { [farm.hay]: { kg: 500, price: 6 } }, groups: { [farm.cowsGroup]: { kg: 500, heads: 50 } } },
    TODAY,
  );
  await make(farm.client.owner, 'leftovers/leftovers/', { farm: farm.farm, group: farm.cowsGroup, date: WEIGHED_ON, weight: 12 });
  const db = api.database.acrossClients();
  const readNoteValues = async () => {
    const { notes } = await reportOf(
      farm.client.owner,
      `planfeed/?farm=${farm.farm}&planned_on_after=${WEIGHED_ON}&planned_on_before=${WEIGHED_ON}`,
    );
    return notes.filter(({ code }) => code === 'leftover_without_day').map(({ value }) => value);
  };
  const giveKg = (kg: number) => sql`update schedule_group set weight_fact = ${kg} where farm_id = ${farm.farm}`.execute(db);
  const expectNoteValues = async (values: number[]) => {
    // Equal from the facts and after the roll-up of the day.
    expect(await readNoteValues()).toEqual(values);
    await rollUpDueDays(api.services);
    expect(await readNoteValues()).toEqual(values);
  };
  await expectNoteValues([]);
  await giveKg(0);
  await expectNoteValues([12]);
  await giveKg(500);
  await expectNoteValues([]);
});
