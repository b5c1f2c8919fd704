import { expect } from 'vitest';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const SCORES = 'manager/bunkscores/';
const RULES = 'manager/callrules/';
let foreign: ReadyFarm;

const test = base.override({ now: `${TODAY}T07:00:00Z` });
test.beforeAll(async ({ api }) => {
  foreign = await makeReadyFarm(api);
});

const owner = (farm: ReadyFarm) => farm.client.owner;
const codes = (errors: Record<string, { code: number | string }[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.code]));

test('a bunk has one score a day, of the scale alone, of a group in reach and no day to come', async ({ farm }) => {
  const made = await make(owner(farm), SCORES, { group: farm.cowsGroup, day: TODAY, score: 0.5 });
  expect(made).toMatchObject({ farm: farm.farm, group: farm.cowsGroup, day: TODAY, score: 0.5, version: 1 });
  const refused = async (body: object) => {
    const answer = await owner(farm).post(SCORES, { group: farm.heifers, day: TODAY, score: 1, ...body });
    return [answer.status, codes(answer.errors)];
  };
  expect(await refused({ group: farm.cowsGroup })).toEqual([400, { day: 5 }]);
  expect(await refused({ score: 1.5 })).toEqual([400, { score: 23 }]);
  expect(await refused({ day: '2026-03-11' })).toEqual([400, { day: 8 }]);
  expect(await refused({ group: foreign.cowsGroup })).toEqual([400, { group: 23 }]);
  await owner(farm).post('manager/months/', { farm: farm.farm, month: '2026-02' });
  expect(await refused({ day: '2026-02-10' })).toEqual([409, { detail: 'month_closed' }]);
  const { data } = await owner(farm).get(`${SCORES}?farm=${farm.farm}&day_after=2026-03-01`);
  expect(data).toMatchObject([{ id: made.id, score: 0.5 }]);
});

test('a phone may send the score of a day repeatedly: an equal score changes nothing, and another replaces it', async ({ farm }) => {
  const say = async (score: number) => (await owner(farm).put(SCORES, { group: farm.heifers, day: TODAY, score })).data;
  const first = await say(2);
  expect(first).toMatchObject({ score: 2, version: 1 });
  expect(await say(2)).toEqual(first);
  expect(await say(3)).toMatchObject({ id: first.id, score: 3, version: 2 });
  expect((await owner(farm).delete(`${SCORES}${first.id}/`)).status).toBe(204);
  expect((await foreign.client.owner.put(SCORES, { group: farm.heifers, day: TODAY, score: 1 })).status).toBe(400);
});

test('scores come in files, with groups by name', async ({ farm }) => {
  const { name } = (await owner(farm).get(`manager/groups/${farm.heifers}/`)).data;
  const rows = ['2026-03-08', '2026-03-09'].map((day) => ({ group_name: name, day, score: 1 }));
  expect((await owner(farm).post(`${SCORES}import/`, { farm: farm.farm, rows })).data).toMatchObject({ created: 2 });
  const again = await owner(farm).post(`${SCORES}import/`, { farm: farm.farm, rows: [{ ...rows[0], score: 7 }] });
  expect(codes(again.errors)).toEqual({ 'rows.0.score': 23 });
});

test('a farm has one set of rules, with each score once', async ({ farm }) => {
  const rows = [
    { score: 0, percent: 5 },
    { score: 3, percent: -10 },
  ];
  const made = await make(owner(farm), RULES, { farm: farm.farm, rows });
  expect(made).toMatchObject({ rows, max_percent: 10, version: 1 });
  expect(codes((await owner(farm).post(RULES, { farm: farm.farm, rows })).errors)).toEqual({ farm: 5 });
  const twice = await owner(farm).put(`${RULES}${made.id}/`, { rows: [...rows, { score: 0, percent: 1 }] });
  expect(codes(twice.errors)).toEqual({ 'rows.2.score': 5 });
  expect(codes((await owner(farm).put(`${RULES}${made.id}/`, { rows: [{ score: 0, percent: 60 }] })).errors)).toEqual({
    'rows.0.percent': 8,
  });
  expect((await owner(farm).put(`${RULES}${made.id}/`, { max_percent: 4 })).data).toMatchObject({ rows, max_percent: 4, version: 2 });
  // A file writes its rows as a save does.
  const read = (await owner(farm).get(`${RULES}${made.id}/`)).data;
  const fewer = await owner(farm).post(`${RULES}import/`, { rows: [{ id: made.id, rows: rows.slice(1) }] });
  expect(fewer.data).toMatchObject({ updated: 1 });
  expect((await owner(farm).get(RULES)).data).toMatchObject([{ ...read, rows: rows.slice(1), version: read.version + 1 }]);
});
