import { expect } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import { type Caller, callerOf, serverOn, type TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient, type TestClient } from '#tests/support/factories.ts';
import { type DiceFarm, dice, makeDiceFarm, throwDays } from './facts.ts';
import { type Raw, readRaw, type Wanted } from './recompute.ts';

// Clocks changed in Kyiv on 25 October 2026 and in New York on 1 November.
export const FROM = '2026-10-18';
export const TO = '2026-10-31';
export const range = `planned_on_after=${FROM}&planned_on_before=${TO}`;
/** The preceding range of equal length. */
export const before = { from: '2026-10-04', to: '2026-10-17' };
const START = '2026-10-01';
const DAYS = 34;

/** Two farms with random facts in different time zones, and one without facts. */
export interface DiceWorld {
  api: TestApi;
  client: TestClient;
  kyiv: DiceFarm;
  newYork: DiceFarm;
  empty: number;
  raw: Raw;
}

/** The world's clock, after all facts. */
export const WORLD_NOW = '2026-11-10T12:00:00Z';

/** The data that a copy of the world needs. */
interface Thrown extends Pick<DiceWorld, 'kyiv' | 'newYork' | 'empty'> {
  client: Pick<TestClient, 'id' | 'ownerId'>;
  token: string;
}

/** The content of the world's copy under the app. The world is created once per run. */
export async function readDiceWorld(api: TestApi & { told: string }): Promise<DiceWorld> {
  const { client, token, ...rest }: Thrown = JSON.parse(api.told);
  const raw = await readRaw(api.database.acrossClients(), client.id);
  return { ...rest, api, client: { ...client, owner: callerOf(api.app, token) }, raw };
}

/** Creates the world in an empty database. */
export async function throwWorld(url: string): Promise<Thrown> {
  const api = await serverOn(url);
  api.setNow(WORLD_NOW);
  const client = await makeClient(api);
  const db = api.database.acrossClients();
  const operators = [client.ownerId, (await makeAccount(api, { user_type: 'client', client_id: client.id })).id];
  const kyiv = await makeDiceFarm(db, client, 'Kyiv', 'Europe/Kyiv', operators);
  const newYork = await makeDiceFarm(db, client, 'New York', 'America/New_York', operators);
  const { company_id } = await db.selectFrom('farm').select('company_id').where('id', '=', kyiv.id).executeTakeFirstOrThrow();
  const quiet = await db
    .insertInto('farm')
    .values({ client_id: client.id, company_id, name: 'Quiet' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const roll = dice(20_261_018);
  await throwDays(db, client, kyiv, START, DAYS, roll);
  await throwDays(db, client, newYork, START, DAYS, roll);
  // The last group started late, so earlier leftovers of it belong to no day.
  const [late] = kyiv.groups.slice(-1) as [number];
  await db
    .updateTable('schedule_group')
    .set({ weight_fact: 0 })
    .where('group_id', '=', late)
    .where('planned_on', '<', '2026-10-21')
    .where('weight_fact', 'is not', null)
    .execute();
  await db
    .insertInto('leftover')
    .values({ client_id: client.id, farm_id: kyiv.id, group_id: late, date: '2026-10-19', weight: 41.7 })
    .onConflict((row) => row.columns(['client_id', 'group_id', 'date']).doUpdateSet({ weight: 41.7 }))
    .execute();
  await api.close();
  return { client: { id: client.id, ownerId: client.ownerId }, token: client.owner.token, kyiv, newYork, empty: quiet.id };
}

/** A report's answer. A failed request fails the test. */
export async function reportOf(caller: Caller, path: string): Promise<ReportData> {
  const answer = await caller.get<ReportData>(`report/${path}`);
  expect(answer.errors).toBeUndefined();
  expect(answer.count).toBe(answer.data.rows.length);
  return answer.data;
}

type Narrowed = (world: DiceWorld) => { query: string; wanted: Partial<Wanted> };
/** Filters of reports on feedings, both for the request and for the recomputation. */
const NARROWED: Record<string, Narrowed> = {
  'all farms': () => ({ query: '', wanted: {} }),
  'one farm': ({ newYork }) => ({ query: `&farm=${newYork.id}`, wanted: { farms: [newYork.id] } }),
  'two farms': ({ kyiv, newYork }) => ({ query: `&farm=${kyiv.id},${newYork.id}`, wanted: { farms: [kyiv.id, newYork.id] } }),
  'a ration': ({ kyiv }) => ({
    query: `&farm=${kyiv.id}&ration=${kyiv.rations[1]}`,
    wanted: { farms: [kyiv.id], schedule: (s) => s.ration_id === kyiv.rations[1] },
  }),
  'a mixer and an operator': ({ kyiv }) => ({
    query: `&mixer=${kyiv.mixers[0]}&worker=${kyiv.operators[1]}`,
    wanted: { schedule: (s) => s.mixer_id === kyiv.mixers[0] && s.operator_id === kyiv.operators[1] },
  }),
  'a period and statuses': ({ kyiv }) => ({
    query: `&loading=${kyiv.periods[0]}&status=uploaded&status=waited`,
    wanted: { schedule: (s) => s.period_id === kyiv.periods[0] && ['uploaded', 'waited'].includes(s.status) },
  }),
  groups: ({ kyiv }) => ({
    query: `&group=${kyiv.groups[0]},${kyiv.groups[3]}`,
    wanted: { group: (group) => group === kyiv.groups[0] || group === kyiv.groups[3] },
  }),
  'an animal type': ({ kyiv }) => ({
    query: `&farm=${kyiv.id}&animal_type=${kyiv.animalTypes[1]}`,
    wanted: { farms: [kyiv.id], group: (group) => group === kyiv.groups[1] || group === kyiv.groups[3] },
  }),
};
export const FILTERS = Object.keys(NARROWED);

export function narrowed(world: DiceWorld, name: string): { query: string; wanted: Wanted } {
  const { query, wanted } = NARROWED[name]!(world);
  return { query, wanted: { farms: [world.kyiv.id, world.newYork.id, world.empty], from: FROM, to: TO, ...wanted } };
}
