import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import type { SignalRule } from '#contract/reports/signal-words.ts';
import type { SignalChart, signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { bell, chances, lookOverDue, type Throw, throwLoads } from '#tests/support/reports/loads.ts';
import { test } from '#tests/support/test.ts';

type Signal = RowOf<typeof signals>;
const PATH = 'manager/signals/';
const TODAY = '2026-04-20';
test.override('now', `${TODAY}T18:00:00Z`);

const found = async ({ client: { owner } }: ReadyFarm, rule: SignalRule): Promise<Signal[]> =>
  (await owner.get<Signal[]>(`${PATH}?rule=${rule}&ordering=since`)).data;
const makeFeeder = ({ client }: ReadyFarm, api: Parameters<typeof makeAccount>[0]) =>
  makeAccount(api, { user_type: 'employee', client_id: client.id });

/** Loads that miss their plan by chance, as people do: each feed by 1.6 %. */
const byChance = (seed: number, off: (day: string) => number = () => 0): Throw['of'] => {
  const next = chances(seed);
  return (day) => ({
    bias: [0, 1, 2].map(() => off(day) + 1.6 * bell(next)),
    lost: 5 + 3 * bell(next),
    mixed: Math.round(300 + 40 * bell(next)),
  });
};

test('a loader who begins to load two percent more is found within ten loads, with at most one false signal in the hundred days before', async ({
  api,
}) => {
  const BEGINS = '2026-04-10';
  let early = 0;
  for (const seed of [1, 2, 3]) {
    const farm = await makeReadyFarm(api);
    const { id: operator } = await makeFeeder(farm, api);
    const off = (day: string) => (day >= BEGINS ? 2 : 0);
    await throwLoads(api, farm, { from: '2025-12-01', days: 140, operator, of: byChance(seed, off) });
    await lookOverDue(api);
    const all = await found(farm, 'loading_bias');
    const right = all.filter(({ since, ingredient }) => since >= BEGINS && ingredient === null);
    const falsely = all.filter(({ since }) => since < BEGINS);
    expect(falsely.length).toBeLessThanOrEqual(1);
    early += falsely.length;
    // Three loads a day: the tenth is of the fourth day.
    expect(right[0]).toMatchObject({
      subject_kind: 'operator',
      subject: operator,
      subject_name: 'Test employee',
      ingredient: null,
      over: false,
    });
    expect(right[0]!.since <= addDays(BEGINS, 3)).toBe(true);
    expect(right[0]!.value!).toBeGreaterThan(right[0]!.limit!);
    const { points } = (await farm.client.owner.get<SignalChart>(`${PATH}${right[0]!.id}/chart/`)).data;
    const beyond = points.findIndex(({ day, ewma, high }) => day >= BEGINS && ewma !== null && ewma > high!);
    expect(beyond - points.findIndex(({ day }) => day === BEGINS)).toBeLessThan(10);
    expect(points.at(-1)?.day).toBe('2026-04-19');
  }
  expect(early).toBeLessThanOrEqual(2);
});

test('a continuing deviation is one signal and keeps its state; after its end the next deviation is another signal', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { id: operator } = await makeFeeder(farm, api);
  const next = chances(7);
  const off = (day: string) => (day >= '2026-03-20' && day < '2026-03-28' ? 6 : day >= '2026-04-08' ? 6 : 0);
  const of: Throw['of'] = (day) => ({ bias: off(day) + 1.2 * bell(next), lost: 5 });
  await throwLoads(api, farm, { from: '2026-01-01', days: 82, operator, of });
  await lookOverDue(api);
  const [first, ...none] = await found(farm, 'loading_bias');
  expect(none).toEqual([]);
  expect(first).toMatchObject({ since: '2026-03-20', last_seen: '2026-03-23', over: false, state: 'new' });
  const { owner } = farm.client;
  await owner.put(`${PATH}${first!.id}/`, { state: 'done', note: 'shown how' });
  await throwLoads(api, farm, { from: '2026-03-24', days: 1, operator, of });
  await lookOverDue(api);
  const [second] = await found(farm, 'loading_bias');
  expect(second).toMatchObject({ id: first!.id, last_seen: '2026-03-24', over: false, state: 'done', note: 'shown how', version: 2 });
  expect(second!.kg!).toBeGreaterThan(first!.kg!);
  // Scanning again without changes finds nothing new.
  await lookOverDue(api);
  expect((await found(farm, 'loading_bias')).map(({ id }) => id)).toEqual([first!.id]);
  await throwLoads(api, farm, { from: '2026-03-25', days: 26, operator, of });
  await lookOverDue(api);
  const [ended, again, ...more] = await found(farm, 'loading_bias');
  expect(more).toEqual([]);
  expect(ended).toMatchObject({ id: first!.id, over: true, state: 'done', since: '2026-03-20' });
  expect(ended!.last_seen >= '2026-03-27' && ended!.last_seen < '2026-04-05').toBe(true);
  expect(again).toMatchObject({ state: 'new', over: false, since: expect.stringMatching('2026-04-(08|09)') });
  // Rolling up the same days again finds nothing new.
  await api.database
    .acrossClients()
    .insertInto('chart_day_due')
    .values({ client_id: farm.client.id, farm_id: farm.farm, day: '2026-03-22' })
    .execute();
  await lookOverDue(api);
  expect(await found(farm, 'loading_bias')).toEqual([ended, again]);
});

test('kilograms and money are what came together since, to the gram', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { id: operator } = await makeFeeder(farm, api);
  // All loads are equal to the gram, except on two days.
  await throwLoads(api, farm, { from: '2026-03-01', days: 40, operator, of: (day) => ({ bias: day >= '2026-04-08' ? 3 : 0 }) });
  await lookOverDue(api);
  const [signal] = await found(farm, 'loading_bias');
  // Six loads of 5 000 kg, 3 % each; a kilogram of the mix costs (3 000 × 1.5 + 1 500 × 3 + 500 × 12) ÷ 5 000.
  expect(signal).toMatchObject({ since: '2026-04-08', last_seen: '2026-04-09', target: 0, kg: 900, money: 2700, ingredient: null });
  // A load that was corrected away takes the signal back.
  await api.database
    .acrossClients()
    .updateTable('schedule')
    .set({ ignore_in_reports: true })
    .where('planned_on', '>=', '2026-04-08')
    .where('client_id', '=', farm.client.id)
    .execute();
  await api.database
    .acrossClients()
    .updateTable('schedule_ingredient')
    .set({ counted: false })
    .where('planned_on', '>=', '2026-04-08')
    .where('client_id', '=', farm.client.id)
    .execute();
  await lookOverDue(api);
  expect(await found(farm, 'loading_bias')).toMatchObject([{ id: signal!.id, over: true }]);
});

test('a deviation of a single feed names it; mixers that drift or mix longer and groups that eat more are found', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { id: operator } = await makeFeeder(farm, api);
  const next = chances(11);
  const late = (day: string) => day >= '2026-04-12';
  await throwLoads(api, farm, {
    from: '2026-02-01',
    days: 78,
    operator,
    of: (day) => ({
      bias: 0.5 * bell(next),
      lost: 5 + 3 * bell(next) + (late(day) ? 60 : 0),
      mixed: Math.round(300 + 20 * bell(next)) + (late(day) ? 240 : 0),
      more: late(day) ? 12 : bell(next),
    }),
  });
  await lookOverDue(api);
  expect(await found(farm, 'mixer_drift')).toMatchObject([
    { subject: farm.mixer, subject_kind: 'mixer', over: false, since: expect.stringMatching('2026-04-1') },
  ]);
  expect(await found(farm, 'mixing_time')).toMatchObject([{ subject: farm.mixer, kg: null, money: null, over: false }]);
  // The nineteenth is the last day whose next is over.
  const [intake] = await found(farm, 'dry_matter_intake');
  expect(intake).toMatchObject({ subject: farm.cowsGroup, subject_kind: 'group', last_seen: '2026-04-18', over: false });
  expect(intake!.value!).toBeGreaterThan(intake!.limit!);
  api.setNow('2026-04-21T18:00:00Z');
  await lookOverDue(api);
  api.setNow(`${TODAY}T18:00:00Z`);
  expect(await found(farm, 'dry_matter_intake')).toMatchObject([{ id: intake!.id, last_seen: '2026-04-19' }]);
});

test('a farm that watches by its own settings, and one that doesn’t watch', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const { id: operator } = await makeFeeder(farm, api);
  const rule = await make(owner, 'manager/signalrules/', { farm: farm.farm, rule: 'loading_bias', active: false });
  const next = chances(3);
  await throwLoads(api, farm, {
    from: '2026-02-01',
    days: 70,
    operator,
    of: (day) => ({ bias: (day >= '2026-04-05' ? 5 : 0) + bell(next) }),
  });
  await lookOverDue(api);
  expect(await found(farm, 'loading_bias')).toEqual([]);
  await owner.put(`manager/signalrules/${rule.id}/`, { active: true, target: 5 });
  await throwLoads(api, farm, { from: '2026-04-12', days: 2, operator, of: () => ({ bias: 5 }) });
  await lookOverDue(api);
  // The load was below its target before.
  const [signal] = await found(farm, 'loading_bias');
  expect(signal).toMatchObject({ target: 5, over: true });
  expect(signal!.value!).toBeLessThan(signal!.limit!);
});

test('a measurement that is off is noticed, and days are those of the farm where clocks change', async ({ api }) => {
  const farm = await makeReadyFarm(api, 'America/New_York');
  const { owner } = farm.client;
  // 8 March has 23 hours there: its last evening and the next morning are two days.
  for (const [index, percent] of [34, 34.4, 33.8, 34.2, 33.9, 34.1, 34, 33.7, 34.3, 34, 28].entries()) {
    const at = index === 10 ? '2026-03-30T03:30:00Z' : `2026-03-${String(8 + index).padStart(2, '0')}T03:30:00Z`;
    await make(owner, 'manager/drymatter/', { ingredient: farm.silage, percent, measured_at: at, method: 'koster' });
  }
  await lookOverDue(api);
  const [signal, ...more] = await found(farm, 'dry_matter');
  expect(more).toEqual([]);
  expect(signal).toMatchObject({ subject: farm.silage, subject_kind: 'ingredient', since: '2026-03-29', last_seen: '2026-03-29' });
  const { points } = (await owner.get<SignalChart>(`${PATH}${signal!.id}/chart/`)).data;
  expect(points.map(({ day }) => day).slice(0, 3)).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
  expect(points.slice(0, 6).every(({ ewma }) => ewma === null)).toBe(true);
});
