import { expect } from 'vitest';
import { jobSucceeded } from '#server/db/last-success.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makePeriod, moveTo } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';
import { changedClients } from './changed-clients.ts';

const JOB = 'a look';
test.override('now', '2026-03-10T06:00:00Z');

/** The job was done last at that moment, and nobody has changed anything since; `minutes` later it is due again. */
async function afterRest(api: TestApi, client: number, last: string, minutes: number) {
  const db = api.database.acrossClients();
  await jobSucceeded(JOB).execute(db);
  await db.updateTable('last_success').set({ at: last }).where('work', '=', `job ${JOB}`).execute();
  await db.deleteFrom('activity').where('client_id', '=', client).execute();
  const now = new Date(Date.parse(last) + minutes * 60_000);
  return (await changedClients({ ...api.services, now: () => now }, JOB)).includes(client);
}

test('a client is scanned again after a change, at the start of its day, and at the hour of a feeding', async ({ api, farm }) => {
  const { id } = farm.client;
  expect(await changedClients(api.services, JOB)).toContain(id);
  // Kyiv's clock is two hours ahead. The day of its feedings begins at six there.
  expect(await afterRest(api, id, '2026-03-10T12:00:00Z', 20)).toBe(false);
  expect(await afterRest(api, id, '2026-03-10T21:50:00Z', 20)).toBe(true);
  expect(await afterRest(api, id, '2026-03-10T22:20:00Z', 20)).toBe(false);
  await makePeriod(farm, { active: true, start_time: '06:00', end_time: '08:00' });
  await moveTo(api, farm, '2026-03-11T02:00:00Z');
  expect(await afterRest(api, id, '2026-03-11T03:50:00Z', 20)).toBe(true);
  expect(await afterRest(api, id, '2026-03-11T04:20:00Z', 20)).toBe(false);
  await afterRest(api, id, '2026-03-11T12:00:00Z', 20);
  expect((await farm.client.owner.put(`manager/ingredients/${farm.meal}/`, { price: 3 })).status).toBe(200);
  const db = api.database.acrossClients();
  await db.updateTable('activity').set({ at: '2026-03-11T12:10:00Z' }).where('client_id', '=', id).execute();
  expect(await changedClients({ ...api.services, now: () => new Date('2026-03-11T12:20:00Z') }, JOB)).toContain(id);
});
