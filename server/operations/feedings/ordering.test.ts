import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Answer } from '#tests/support/api.ts';
import { makeClient, type TestClient } from '#tests/support/factories.ts';
import { makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-04-10';
const ORDERINGS = 30;
/** Half of a pool of eight connections. */
const SHARE = 4;

let other: TestClient;
let ids: number[];

const test = base.override({ now: `${TODAY}T07:00:00Z` });
test.beforeAll(async ({ api, farm }) => {
  other = await makeClient(api);
  ids = [];
  for (let count = 0; count < 12; count += 1) ids.push((await makeSchedule(farm, TODAY)).id);
});

/** Each request begins with another feeding, half of them backwards: locking in the given order would deadlock. */
const rotateOrder = (turn: number) => {
  const turned = [...ids.slice(turn % ids.length), ...ids.slice(0, turn % ids.length)];
  return turn % 2 === 0 ? turned : turned.toReversed();
};
const order = (farm: ReadyFarm, turn: number) =>
  farm.client.owner.post<{ id: number }[]>('schedule/schedules/ordering/', { ids: rotateOrder(turn) });
const placed = async (farm: ReadyFarm): Promise<number[]> =>
  (await farm.client.owner.get(`schedule/schedules/?planned_on=${TODAY}&ordering=position&page_size=100`)).data.map(
    ({ id }: { id: number }) => id,
  );

test('thirty concurrent orderings of a day succeed next to planning and recording, and the result is one of them', async ({ farm }) => {
  const { owner } = farm.client;
  const beside: Promise<Answer<unknown>>[] = [
    owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 90 }),
    owner.put(`manager/rations/${farm.ration}/`, { rounding: 5 }),
    owner.put(`schedule/schedules/${ids[3]}/`, { ignore_in_reports: true, ignore_reason: 'spoilt' }),
  ];
  const answers = await Promise.all([...Array.from({ length: ORDERINGS }, (_, turn) => order(farm, turn)), ...beside]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  const orders = Array.from({ length: ORDERINGS }, (_, turn) => rotateOrder(turn).join());
  expect(orders).toContain((await placed(farm)).join());
});

test('thirty that wait for one another keep nobody else waiting: another client’s write goes through before the first of them', async ({
  api,
  farm,
  onTestFinished,
}) => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  // In any case the connection must be released: a lock left open would keep the database from closing.
  onTestFinished(() => open());
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  // A lock on one feeding of the day blocks every ordering of that day.
  const holder = api.database
    .acrossClients()
    .transaction()
    .execute(async (tx) => {
      await tx.selectFrom('schedule').select('id').where('id', '=', ids[0]!).forUpdate().execute();
      locked();
      await gate;
    });
  await isLocked;
  let done = 0;
  const orderings = Array.from({ length: ORDERINGS }, (_, turn) => order(farm, turn).finally(() => (done += 1)));
  // Counts locks instead of activity: a session that waits for a second wakes to check for deadlocks, and isn't counted as waiting then.
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(distinct l.pid) as count from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where a.datname = current_database() and not l.granted`.execute(api.database.acrossClients());
    return rows[0]?.count;
  };
  // The others queue before they take a connection.
  await expect.poll(waiting).toBe(1);
  const changes = Array.from({ length: ORDERINGS }, () => farm.client.owner.put(`schedule/schedules/${ids[0]}/`, { auto_load: true }));
  await expect.poll(waiting).toBe(SHARE);
  expect((await other.owner.post('manager/companies/', { name: 'Beside the orderings' })).status).toBe(201);
  expect((await other.owner.get('manager/companies/')).status).toBe(200);
  // Reading is allowed for the client itself: a read changes nothing.
  expect((await farm.client.owner.get(`schedule/schedules/?planned_on=${TODAY}`)).status).toBe(200);
  expect([done, await waiting()]).toEqual([0, SHARE]);
  open();
  await holder;
  const statuses = (await Promise.all([...orderings, ...changes])).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
