import { beforeEach, describe, expect } from 'vitest';
import { operationsEndpoints } from '#server/operations/index.ts';
import { type Caller, callerOf, type TestApi } from '#tests/support/api.ts';
import { make, makeClient } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const NOW = '2026-11-20T09:00:00Z';
const test = base.override({ now: NOW });

let at: ReadyFarm;
let owner: Caller;
let herd: Caller;

const makeKey = async (api: TestApi, farm: ReadyFarm, scopes: string[]) =>
  callerOf(
    api.app,
    (await make(farm.client.owner, 'manager/keys/', { farm: farm.farm, name: `Key ${Math.random()}`, scopes })).secret as string,
    'Bearer',
  );

beforeEach(async ({ api }: { api: TestApi }) => {
  at = await makeReadyFarm(api);
  owner = at.client.owner;
  herd = await makeKey(api, at, ['write_animals']);
  await owner.put(`manager/groups/${at.cowsGroup}/`, { external_ids: [{ system: 'herd.example', id: 'C' }] });
});

const COWS = { identifier: { scheme: 'herd.example', id: 'C' } };
const meta = (sourceId: string, source = 'herd.example') => ({ source, sourceId, modified: NOW });
const send = (name: string, events: unknown, caller = herd, place = `manger/${at.farm}`) =>
  caller.post(`ade/batches/locations/${place}/${name}/`, events);
/** The results of an accepted batch. */
const results = (answer: object) =>
  Object.entries(answer).flatMap(([name, one]) => (/^\d+$/.test(name) ? [(one as { result: string }).result] : []));
const listErrors = ({ status, errors }: { status: number; errors: object }) => [status, Object.keys(errors)];

const writeMilk = (sourceId: string, value: number, more: object = {}) => ({
  resourceType: 'icarDailyMilkingAveragesResource',
  meta: meta(sourceId),
  animal: { scheme: 'us.nin', id: sourceId },
  averageDate: '2026-11-18',
  milkYieldAvg24h: { unitCode: 'KGM', value },
  animalSetReference: COWS,
  fatPercentage: 4,
  proteinPercentage: 3.2,
  ...more,
});
const readMilk = async () =>
  (await owner.get(`manager/milk/?farm=${at.farm}`)).data.map(({ group, day, kg, fat, protein }: Record<string, unknown>) => [
    group,
    day,
    kg,
    fat,
    protein,
  ]);

describe('daily milking averages', () => {
  test('milk of a day is the sum of its events, however often and in how many batches they are sent', async () => {
    const events = [writeMilk('1', 30), writeMilk('2', 20.5, { fatPercentage: 3.5 })];
    expect(results(await send('daily-milking-averages', events))).toEqual(['created', 'created']);
    expect(await readMilk()).toEqual([[at.cowsGroup, '2026-11-18', 50.5, 3.8, 3.2]]);
    expect(results(await send('daily-milking-averages', events))).toEqual(['repeated', 'repeated']);
    expect(
      results(await send('daily-milking-averages', [writeMilk('3', 100, { milkYieldAvg24h: { unitCode: 'LBR', value: 100 } })])),
    ).toEqual(['created']);
    expect((await readMilk())[0][2]).toBe(95.859);
    expect(results(await send('daily-milking-averages', [writeMilk('1', 31), writeMilk('3', 100)]))).toEqual(['updated', 'updated']);
    expect((await readMilk())[0][2]).toBe(151.5);
  });

  test('a day without fat and protein has those of the last day, and a first day needs them', async () => {
    const bare = (id: string, averageDate: string) =>
      writeMilk(id, 40, { averageDate, fatPercentage: undefined, proteinPercentage: undefined, animalSetReference: undefined });
    expect(listErrors(await send('daily-milking-averages', [bare('1', '2026-11-17')]))).toEqual([
      400,
      ['0.fatPercentage', '0.proteinPercentage'],
    ]);
    expect(await readMilk()).toEqual([]);
    await make(owner, 'manager/milk/', { farm: at.farm, day: '2026-11-16', kg: 900, fat: 3.9, protein: 3.1 });
    expect(results(await send('daily-milking-averages', [bare('1', '2026-11-17')]))).toEqual(['created']);
    expect((await readMilk())[0]).toEqual([null, '2026-11-17', 40, 3.9, 3.1]);
  });

  test('wrong events are named by position and field, and nothing is written', async () => {
    const events = [
      writeMilk('1', 30),
      writeMilk('2', 30, { averageDate: '2026-11-30' }),
      writeMilk('3', 30, { animalSetReference: { identifier: { scheme: 'herd.example', id: 'nobody' } } }),
    ];
    expect(listErrors(await send('daily-milking-averages', events))).toEqual([400, ['2.animalSetReference.identifier.id']]);
    expect(listErrors(await send('daily-milking-averages', events.slice(0, 2)))).toEqual([400, ['1.averageDate']]);
    const shapeless = await send('daily-milking-averages', [
      { meta: { source: 'x' }, averageDate: '18.11.2026', milkYieldAvg24h: { unitCode: 'STN', value: -1 } },
    ]);
    expect(listErrors(shapeless)).toEqual([
      400,
      ['0.meta.sourceId', '0.averageDate', '0.milkYieldAvg24h.unitCode', '0.milkYieldAvg24h.value'],
    ]);
    expect(listErrors(await send('daily-milking-averages', [writeMilk('4', 99_999)]))).toEqual([400, ['0.milkYieldAvg24h.value']]);
    expect(await readMilk()).toEqual([]);
    expect(results(await send('daily-milking-averages', events.slice(0, 1)))).toEqual(['created']);
    const twice = [writeMilk('5', 30), writeMilk('5', 30), writeMilk('5', 31)];
    expect(listErrors(await send('daily-milking-averages', twice))).toEqual([400, ['2.meta.sourceId']]);
    expect(results(await send('daily-milking-averages', twice.slice(0, 2)))).toEqual(['created', 'repeated']);
    expect((await readMilk())[0][2]).toBe(60);
    const moved = writeMilk('1', 30, { averageDate: '2026-11-17' });
    expect(listErrors(await send('daily-milking-averages', [moved]))).toEqual([400, ['0.meta.sourceId']]);
  });

  test('milk of a closed month is refused', async () => {
    expect((await owner.post('manager/months/', { farm: at.farm, month: '2026-10' })).status).toBe(201);
    const late = writeMilk('1', 30, { averageDate: '2026-10-31' });
    const { status, errors } = await send('daily-milking-averages', [late]);
    expect([status, JSON.stringify(errors)]).toEqual([400, expect.stringContaining('2026-10')]);
    expect(await readMilk()).toEqual([]);
  });

  test('simultaneous repetitions of a batch take effect once', async () => {
    const events = [writeMilk('1', 30), writeMilk('2', 20)];
    const answers = await Promise.all(Array.from({ length: 5 }, () => send('daily-milking-averages', events)));
    expect(answers.flatMap(results).filter((result) => result === 'created')).toHaveLength(2);
    expect((await readMilk())[0][2]).toBe(50);
  });
});

const movement = (sourceId: string, countObserved: number, more: object = {}) => ({
  meta: meta(sourceId),
  eventDateTime: '2026-11-18T10:00:00+02:00',
  groupMethod: 'ExistingAnimalSet',
  countObserved,
  animalSetReference: COWS,
  ...more,
});
const readHeads = async () => (await owner.get(`manager/groups/${at.cowsGroup}/`)).data.animal_count;

describe('movements', () => {
  test('arrivals and births add heads, departures and deaths take them away, each once', async () => {
    expect(results(await send('group-arrivals', [movement('a', 10), movement('b', 5)]))).toEqual(['created', 'created']);
    expect(await readHeads()).toBe(115);
    expect(results(await send('group-arrivals', [movement('a', 10)]))).toEqual(['repeated']);
    await send('group-births', [movement('c', 2)]);
    await send('group-deaths', [movement('d', 1)]);
    expect(results(await send('group-departures', [movement('e', 6)]))).toEqual(['created']);
    expect(await readHeads()).toBe(110);
    const { data } = await owner.get(`manager/groups/${at.cowsGroup}/heads/`);
    expect(data.map(({ day, heads }: { day: string; heads: number }) => [day, heads])).toEqual(
      expect.arrayContaining([
        ['2026-11-20', 110],
        ['2026-11-18', expect.any(Number)],
      ]),
    );
  });

  test('an id with other content, too many animals and the future are refused, and nothing moves', async () => {
    await send('group-arrivals', [movement('a', 10)]);
    expect(listErrors(await send('group-arrivals', [movement('a', 11)]))).toEqual([400, ['0.meta.sourceId']]);
    expect(listErrors(await send('group-departures', [movement('a', 10)]))).toEqual([400, ['0.meta.sourceId']]);
    const tomorrow = movement('f', 1, { eventDateTime: '2026-11-21T05:00:00Z' });
    const batch = [movement('g', 3), movement('h', 100_000), tomorrow];
    expect(listErrors(await send('group-departures', batch))).toEqual([400, ['1.countObserved', '2.eventDateTime']]);
    expect(await readHeads()).toBe(110);
    // The day is that of the farm: 23:30 UTC is the next day in Kyiv.
    const night = movement('n', 1, { eventDateTime: '2026-11-18T23:30:00Z' });
    expect(results(await send('group-arrivals', [night]))).toEqual(['created']);
    expect((await owner.get(`manager/groups/${at.cowsGroup}/heads/`)).data.map(({ day }: { day: string }) => day)).toContain('2026-11-19');
  });
});

describe('weighings', () => {
  const weighing = (sourceId: string, more: object) => ({ ...movement(sourceId, 4), ...more });
  const readWeights = async () =>
    (await owner.get(`manager/weights/?farm=${at.farm}&ordering=at`)).data.map(
      ({ at: moment, kind, heads, kg }: Record<string, unknown>) => [moment, kind, heads, kg],
    );

  test('weights of animals, their sum or their average become a weighing, which a corrected event changes', async () => {
    await make(owner, 'manager/weights/', {
      group: at.cowsGroup,
      at: '2026-11-01T08:00:00Z',
      kind: 'in',
      heads: 100,
      kg: 50_000,
      price: 2,
    });
    const events = [
      weighing('1', { animalWeights: [{ weight: 500 }, { weight: 510.5 }, { weight: null }] }),
      weighing('2', { eventDateTime: '2026-11-18T11:00:00+02:00', statistics: [{ aggregation: 'Average', value: 500 }] }),
      weighing('3', { eventDateTime: '2026-11-18T12:00:00+02:00', units: 'LBR', statistics: [{ aggregation: 'Sum', value: 4400 }] }),
    ];
    expect(results(await send('group-weights', events))).toEqual(['created', 'created', 'created']);
    const stored = await readWeights();
    expect(stored.slice(1)).toEqual([
      ['2026-11-18T08:00:00Z', 'check', 2, 1010.5],
      ['2026-11-18T09:00:00Z', 'check', 4, 2000],
      ['2026-11-18T10:00:00Z', 'check', 4, 1995.806],
    ]);
    expect(results(await send('group-weights', events))).toEqual(['repeated', 'repeated', 'repeated']);
    const corrected = weighing('2', { eventDateTime: '2026-11-18T11:30:00+02:00', statistics: [{ aggregation: 'Average', value: 510 }] });
    expect(results(await send('group-weights', [corrected]))).toEqual(['updated']);
    expect((await readWeights()).slice(1)).toEqual([
      ['2026-11-18T08:00:00Z', 'check', 2, 1010.5],
      ['2026-11-18T09:30:00Z', 'check', 4, 2040],
      ['2026-11-18T10:00:00Z', 'check', 4, 1995.806],
    ]);
  });

  test('a weighing without weights or beyond the limit of an animal is refused', async () => {
    const { length } = await readWeights();
    expect(listErrors(await send('group-weights', [weighing('4', {})]))).toEqual([400, ['0.statistics']]);
    expect(listErrors(await send('group-weights', [weighing('4', { countObserved: undefined })]))).toEqual([400, ['0.countObserved']]);
    const heavy = weighing('5', { statistics: [{ aggregation: 'Sum', value: 400_000 }] });
    expect((await send('group-weights', [heavy])).status).toBe(400);
    expect(await readWeights()).toHaveLength(length);
  });
});

const NAMES = operationsEndpoints.filter(({ path }) => path.startsWith('/ade/batches/')).map(({ path }) => path.split('/').at(-1) ?? '');

test('events reach no other farm, and need the scope', async ({ api }) => {
  const sibling = await makeReadyFarm(api, 'Europe/Kyiv', at.client);
  const stranger = (await makeClient(api)).owner;
  const reader = await makeKey(api, at, ['read_lists', 'read_reports', 'record_loads', 'write_deliveries']);
  const events = {
    'daily-milking-averages': [writeMilk('1', 30)],
    'group-weights': [{ ...movement('1', 2), statistics: [{ aggregation: 'Sum', value: 900 }] }],
  };
  expect(NAMES).toHaveLength(6);
  for (const name of NAMES) {
    const body = events[name as keyof typeof events] ?? [movement('1', 1)];
    expect([name, (await send(name, body, reader)).status]).toEqual([name, 403]);
    expect([name, (await send(name, body, herd, `manger/${sibling.farm}`)).status]).toEqual([name, 404]);
    expect([name, (await send(name, body, stranger)).status]).toEqual([name, 404]);
    expect([name, (await send(name, body, api.nobody)).status]).toEqual([name, 401]);
    // A group of another farm, by its own id.
    const foreign = body.map((event) => ({
      ...event,
      animalSetReference: { identifier: { scheme: 'manger', id: String(sibling.heifers) } },
    }));
    expect([name, listErrors(await send(name, foreign))]).toEqual([name, [400, ['0.animalSetReference.identifier.id']]]);
  }
  expect(await readHeads()).toBe(100);
  expect(await readMilk()).toEqual([]);
  for (const path of ['manager/groups/', 'manager/milk/', `ade/locations/manger/${at.farm}/feeds/`])
    expect((await herd.get(path)).status).toBe(403);
});
