import { expect } from 'vitest';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

let neighbour: ReadyFarm;
const DAY = '2026-03-09';

const test = base.override({ now: '2026-03-10T09:00:00Z' });
test.beforeAll(async ({ api, farm }) => {
  neighbour = await makeReadyFarm(api);
  await makeSchedule(farm, DAY);
});

const report = (of: ReadyFarm, after = DAY) =>
  of.client.owner.get(`report/planfeed/make/?planned_on_after=${after}&planned_on_before=${DAY}`);

test('a client with many reports at once is queued, and beyond the limit gets the time to retry after', async ({ farm }) => {
  const asked = Array.from({ length: 200 }, () => report(farm));
  const other = report(neighbour).then(({ status }) => status);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  // A hundred requests are queued; two run at once, or one while the server is overloaded.
  const answered = statuses.filter((status) => status === 200).length;
  expect([101, 102]).toContain(answered);
  expect(statuses.filter((status) => status === 429)).toHaveLength(200 - answered);
  expect(await other).toBe(200);
  expect((await report(farm)).status).toBe(200);
});
