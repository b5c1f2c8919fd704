import { sql } from 'kysely';
import { expect } from 'vitest';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const SCORES = 'manager/bunkscores/';
const RULES = 'manager/callrules/';
const test = base.override({ now: `${TODAY}T07:00:00Z` });

const owner = (farm: ReadyFarm) => farm.client.owner;
const codes = (errors: Record<string, { code: number | string }[]> | undefined) =>
  Object.fromEntries(Object.entries(errors ?? {}).map(([field, [first]]) => [field, first?.code]));
const OWN = [
  { score: 0, label: 'Slick', percent: 6 },
  { score: 1, label: 'Right', percent: 0 },
  { score: 2, label: 'Feed left', percent: -4 },
];

test('a score keeps the scale that was in force; a later scale leaves it as it is', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const first = await make(owner(farm), SCORES, { group: farm.cowsGroup, day: '2026-03-09', score: 0.5 });
  expect(first).toMatchObject({ scale: null, label: '' });
  const rules = await make(owner(farm), RULES, { farm: farm.farm, scale: 'own', rows: OWN });
  expect(rules).toMatchObject({ scale: 'own', rows: OWN });
  const second = await make(owner(farm), SCORES, { group: farm.cowsGroup, day: TODAY, score: 2 });
  expect(second).toMatchObject({ scale: rules.scale_id, label: 'Feed left' });
  const changed = await owner(farm).put(`${RULES}${rules.id}/`, { scale: 'minus_two_to_three', rows: [] });
  expect(changed.data.scale_id).not.toBe(rules.scale_id);
  expect((await owner(farm).get(`${SCORES}${second.id}/`)).data).toMatchObject({ score: 2, scale: rules.scale_id, label: 'Feed left' });
  expect((await owner(farm).put(`${SCORES}${first.id}/`, { score: 4 })).data).toMatchObject({ score: 4, scale: null });
  // A phone sends the score with the scale that it showed.
  const late = await owner(farm).put(SCORES, { group: farm.heifers, day: TODAY, score: 1, scale: rules.scale_id });
  expect(late.data).toMatchObject({ score: 1, label: 'Right' });
});

test('equal labels are one scale, for all farms of a client and with other percentages', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const rules = await make(owner(farm), RULES, { farm: farm.farm, scale: 'own', rows: OWN });
  const sister = await make(owner(farm), 'manager/farms/', { company: farm.company, name: 'Sister' });
  const rows = OWN.map((row) => ({ ...row, percent: row.percent / 2 }));
  expect(await make(owner(farm), RULES, { farm: sister.id, scale: 'own', rows })).toMatchObject({ scale_id: rules.scale_id });
  const renamed = OWN.map((row) => (row.score === 1 ? { ...row, label: 'Good' } : row));
  const { data } = await owner(farm).put(`${RULES}${rules.id}/`, { rows: renamed });
  expect(data.scale_id).not.toBe(rules.scale_id);
});

test('a score of another scale, a scale of another client and a scale without a neutral score are refused at their field', async ({
  api,
}) => {
  const farm = await makeReadyFarm(api);
  const refuse = async (body: object) => codes((await owner(farm).post(RULES, { farm: farm.farm, ...body })).errors);
  expect(await refuse({ scale: 'own', rows: OWN.filter(({ percent }) => percent !== 0) })).toEqual({ rows: 23 });
  expect(await refuse({ scale: 'own', rows: [] })).toEqual({ rows: 23 });
  const all = [-2, -1, 0, 1, 2, 3].map((score) => ({ score, percent: 1 }));
  expect(await refuse({ scale: 'minus_two_to_three', rows: all })).toEqual({ rows: 23 });
  const changing = [0, 0.5, 1, 2, 3, 4].map((score) => ({ score, percent: 1 }));
  expect(await refuse({ rows: changing })).toEqual({ rows: 23 });
  expect(await refuse({ scale: 'sdsu', rows: changing })).toEqual({ rows: 23 });
  expect(await refuse({ scale: 'zero_to_five', rows: [{ score: 0.5, percent: 0 }] })).toEqual({ 'rows.0.score': 23 });
  expect(await refuse({ scale: 'own', rows: OWN.map(({ label: _, ...row }) => row) })).toEqual({ 'rows.0.label': 2 });
  expect(await refuse({ rows: [{ score: 0, percent: 5, label: 'x' }] })).toEqual({ 'rows.0.label': 23 });
  expect(await refuse({ scale: 'feet', rows: [] })).toEqual({ scale: 23 });
  await make(owner(farm), RULES, { farm: farm.farm, scale: 'zero_to_five', rows: [{ score: 0, percent: 5 }] });
  const score = async (body: object) => codes((await owner(farm).post(SCORES, { group: farm.cowsGroup, day: TODAY, ...body })).errors);
  expect(await score({ score: 0.5 })).toEqual({ score: 23 });
  expect(await score({ score: 5, scale: 999_999 })).toEqual({ scale: 23 });
  expect(await score({ score: 5 })).toEqual({});
});

test('stored rules without a neutral score stay in force, and only their scores can’t be saved with another change', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const rows = [0, 0.5, 1, 2, 3, 4].map((score) => ({ score, percent: score === 0 ? 5 : -2 }));
  const rules = await make(owner(farm), RULES, { farm: farm.farm, rows: rows.slice(1), max_percent: 10 });
  await sql`update call_rule set rows = ${JSON.stringify(rows)}::jsonb where client_id = ${farm.client.id} and id = ${rules.id}`.execute(
    api.database.forClient(farm.client.id),
  );
  const put = (body: object) => owner(farm).put(`${RULES}${rules.id}/`, body);
  expect((await put({ max_percent: 4 })).data).toMatchObject({ rows, max_percent: 4 });
  expect((await put({ rows, max_percent: 3 })).data).toMatchObject({ rows, max_percent: 3 });
  await makeSchedule(farm, TODAY);
  await make(owner(farm), SCORES, { group: farm.cowsGroup, day: TODAY, score: 1 });
  const { data } = await owner(farm).get(`manager/calls/proposals/?farm=${farm.farm}&day=${TODAY}`);
  expect(data.find(({ group }: { group: number }) => group === farm.cowsGroup)).toMatchObject({ score: 1, percent: -2 });
  expect(codes((await put({ rows: rows.map((row) => ({ ...row, percent: 3 })) })).errors)).toEqual({ rows: 23 });
  expect((await put({ rows: rows.slice(1) })).status).toBe(200);
  expect(codes((await put({ rows })).errors)).toEqual({ rows: 23 });
});

test('a proposal uses only scores of the present scale', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  await makeSchedule(farm, TODAY);
  const rules = await make(owner(farm), RULES, { farm: farm.farm, scale: 'own', rows: OWN });
  await make(owner(farm), SCORES, { group: farm.cowsGroup, day: TODAY, score: 0 });
  const read = async () =>
    (await owner(farm).get(`manager/calls/proposals/?farm=${farm.farm}&day=${TODAY}`)).data.find(
      ({ group }: { group: number }) => group === farm.cowsGroup,
    );
  expect(await read()).toMatchObject({ score: 0, percent: 6 });
  await owner(farm).put(`${RULES}${rules.id}/`, { scale: 'sdsu', rows: [{ score: 0, percent: 5 }] });
  expect(await read()).toMatchObject({ score: null, percent: null });
  await owner(farm).put(SCORES, { group: farm.cowsGroup, day: TODAY, score: 0, scale: null });
  expect(await read()).toMatchObject({ score: 0, percent: 5 });
});
