import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';

let api: TestApi;
let farm: ReadyFarm;
let neighbour: ReadyFarm;
const DAY = '2026-03-09';

beforeAll(async () => {
  api = await startApi();
  api.setNow('2026-03-10T09:00:00Z');
  farm = await makeReadyFarm(api);
  neighbour = await makeReadyFarm(api);
  await makeSchedule(farm, DAY);
});
afterAll(() => api.close());

const report = (of: ReadyFarm, after = DAY) =>
  of.client.owner.get(`report/planfeed/make/?planned_on_after=${after}&planned_on_before=${DAY}`);

test('a client who asks for many reports at once waits for its turns, and beyond measure is told when to come again', async () => {
  const asked = Array.from({ length: 200 }, () => report(farm));
  const other = report(neighbour).then(({ status }) => status);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect([statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length]).toEqual([102, 98]);
  expect(await other).toBe(200);
  expect((await report(farm)).status).toBe(200);
});
