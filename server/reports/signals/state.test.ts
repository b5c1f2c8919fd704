import { sql } from 'kysely';
import { expect } from 'vitest';
import type { SignalRule } from '#contract/reports/signal-words.ts';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import { reportsJobs } from '#server/reports/index.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make } from '#tests/support/factories.ts';
import { makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { lookOverDue, lookOverNow, throwLoads } from '#tests/support/reports/loads.ts';
import { test } from '#tests/support/test.ts';

type Signal = RowOf<typeof signals>;
const PATH = 'manager/signals/';
let farm: ReadyFarm;

test.override('now', '2026-03-10T12:00:00Z');
test.beforeAll(({ farm: ready }) => {
  farm = ready;
});

const found = async (rule: SignalRule): Promise<Signal[]> =>
  (await farm.client.owner.get<Signal[]>(`${PATH}?rule=${rule}&ordering=found_at,since`)).data;
const setRest = (api: TestApi, ingredient: number, rest: number) =>
  api.database.forClient(farm.client.id).updateTable('ingredient').set({ rest }).where('id', '=', ingredient).execute();

test('a fault is one signal as long as it lasts, one per day if it comes and goes, and a new one when it returns later', async ({
  api,
}) => {
  const day = async (now: string, rest: number) => {
    await moveTo(api, farm, now);
    await setRest(api, farm.meal, rest);
    await lookOverNow(api);
    return found('stock_below_zero');
  };
  const [first, ...none] = await day('2026-03-10T12:00:00Z', -100);
  expect(none).toEqual([]);
  expect(first).toMatchObject({
    subject: farm.meal,
    subject_kind: 'ingredient',
    value: -100,
    limit: 0,
    kg: 100,
    money: 1200,
    since: '2026-03-10',
    over: false,
    version: 1,
  });
  const { name } = (await farm.client.owner.get(`manager/ingredients/${farm.meal}/`)).data;
  expect(first!.subject_name).toBe(name);
  await farm.client.owner.put(`${PATH}${first!.id}/`, { state: 'explained', note: 'the count is late' });
  expect(await day('2026-03-11T05:00:00Z', -250)).toMatchObject([
    { id: first!.id, kg: 250, last_seen: '2026-03-11', state: 'explained', version: 2 },
  ]);
  expect(await day('2026-03-11T06:00:00Z', 50)).toMatchObject([{ id: first!.id, over: true }]);
  expect(await day('2026-03-11T07:00:00Z', -10)).toMatchObject([{ id: first!.id, over: false, state: 'explained', kg: 10 }]);
  expect(await day('2026-03-11T08:00:00Z', 50)).toMatchObject([{ id: first!.id, over: true }]);
  // Half past eleven in the evening there.
  expect(await day('2026-03-11T21:30:00Z', -1)).toMatchObject([{ id: first!.id, over: false }]);
  expect(await day('2026-03-11T21:40:00Z', 5)).toMatchObject([{ id: first!.id, over: true }]);
  expect(await day('2026-03-11T22:10:00Z', -5)).toMatchObject([
    { id: first!.id, over: true, state: 'explained' },
    { since: '2026-03-12', over: false, state: 'new', kg: 5 },
  ]);
});

test('the overview’s alerts are the signals: of feeds, feedings and farms', async ({ api }) => {
  await moveTo(api, farm, '2026-03-14T12:00:00Z');
  const { owner } = farm.client;
  await owner.put(`manager/mixers/${farm.mixer}/`, { loading_admittance: 50 });
  await throwLoads(api, farm, { from: '2026-03-12', days: 2, each: 2, operator: null, of: (_, load) => ({ bias: load === 1 ? 10 : 0 }) });
  const left = await makeSchedule(farm, '2026-03-14');
  await api.database
    .forClient(farm.client.id)
    .updateTable('schedule')
    .set({ planned_on: '2026-03-13', status: 'in_process' })
    .where('id', '=', left.id)
    .execute();
  await lookOverDue(api);
  const { alerts } = (await owner.get('report/home/wrong/')).data;
  for (const { code, items, money } of alerts) {
    const openSignals = (await found(code)).filter(({ over }) => !over);
    const sum = openSignals.reduce((all, signal) => all + (signal.money ?? 0), 0);
    expect([code, Math.round(sum * 100)]).toEqual([code, Math.round((money ?? 0) * 100)]);
    expect(new Set(openSignals.map(({ since }) => since)).size, code).toBeGreaterThan(0);
    if (openSignals[0]?.subject_kind === 'feeding')
      expect(openSignals.map(({ subject }) => subject).toSorted()).toEqual(items.map(({ id }: { id: number }) => id).toSorted());
  }
  expect(alerts.map(({ code }: { code: string }) => code).toSorted()).toEqual(['beyond_tolerance', 'incomplete', 'stock_below_zero']);
  // Two loads, 300 and 150 kg, are ten percent over; the 50 kg of meal are within the limit.
  const beyond = await found('beyond_tolerance');
  expect(beyond.map(({ subject, kg, value, limit, since, last_seen }) => [subject, kg, value, limit, since, last_seen])).toEqual(
    expect.arrayContaining([
      [farm.silage, 600, 300, 50, '2026-03-12', '2026-03-13'],
      [farm.hay, 300, 150, 50, '2026-03-12', '2026-03-13'],
    ]),
  );
  expect(beyond).toHaveLength(2);
  await api.database.forClient(farm.client.id).updateTable('schedule').set({ deleted: true }).where('id', '=', left.id).execute();
  await lookOverNow(api);
  expect(await found('incomplete')).toMatchObject([{ subject: left.id, since: '2026-03-13', over: true }]);
  // A rule that is switched off ends its signals.
  await make(owner, 'manager/signalrules/', { farm: farm.farm, rule: 'beyond_tolerance', active: false });
  await lookOverNow(api);
  expect((await found('beyond_tolerance')).map(({ over }) => over)).toEqual([true, true]);
});

test('service reminders are one signal from the day they fall due until the service is done', async ({ api }) => {
  const { owner } = farm.client;
  const plan = await make(owner, 'manager/serviceplans/', { mixer: farm.mixer, what: 'Knives', every: { loads: 4 } });
  await lookOverNow(api);
  const { mixer_name } = (await owner.get(`manager/serviceplans/${plan.id}/`)).data;
  expect(await found('service_due')).toMatchObject([
    {
      subject_kind: 'service_plan',
      subject: plan.id,
      subject_name: `${mixer_name}: Knives`,
      value: 100,
      limit: 100,
      money: null,
      over: false,
    },
  ]);
  await make(owner, 'manager/services/', { mixer: farm.mixer, plan: plan.id, done_at: '2026-03-14T09:00:00Z' });
  await lookOverNow(api);
  expect(await found('service_due')).toMatchObject([{ over: true }]);
});

test('a single job finds deviations every minute and faults every quarter of an hour', async ({ api }) => {
  await moveTo(api, farm, '2026-03-20T12:00:00Z');
  const turn = async () => {
    await reportsJobs.find(({ name }) => name === 'signals')?.run(api.services);
    return (await found('stock_below_zero')).filter(({ over }) => !over).map(({ subject }) => subject);
  };
  await api.database.acrossClients().deleteFrom('last_success').execute();
  await setRest(api, farm.meal, 100);
  await setRest(api, farm.hay, -5);
  expect(await turn()).toEqual([farm.hay]);
  await setRest(api, farm.silage, -5);
  expect(await turn()).toEqual([farm.hay]);
  const earlier = sql`update last_success set at = ${'2026-03-20T11:45:00Z'}`;
  await earlier.execute(api.database.acrossClients());
  expect((await turn()).toSorted()).toEqual([farm.hay, farm.silage].toSorted());
  // A scan that failed for a client is recorded only as tried: the client is scanned again.
  await earlier.execute(api.database.acrossClients());
  const { services } = api;
  const database = { ...services.database, forClient: () => raise() };
  await reportsJobs.find(({ name }) => name === 'signals')?.run({ ...services, database });
  const { rows } = await sql<{ work: string }>`select work from last_success where at <> ${'2026-03-20T11:45:00Z'} order by work`.execute(
    api.database.acrossClients(),
  );
  expect(rows).toEqual([{ work: 'job what is wrong, tried' }]);
});

function raise(): never {
  throw new Error('out of reach');
}
