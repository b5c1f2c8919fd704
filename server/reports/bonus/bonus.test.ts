import { expect } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test as base } from '#tests/support/test.ts';

/** Two people load in March. The plan of each load is 3 000 kg of silage, 1 500 of hay and 500 of meal, of which silage is worth 2 a kilogram and meal 12. */
const RULES = 'manager/bonusrules/';
const MARCH = 'planned_on_after=2026-03-01&planned_on_before=2026-03-31';
let farm: ReadyFarm;
let olena: number;
let ivan: number;

const owner = () => farm.client.owner;
const requestBonus = (query = MARCH) => owner().get<ReportData>(`report/bonus/make/?farm=${farm.farm}&${query}`);
const sheet = async (query = MARCH) => {
  const { status, data, errors } = await requestBonus(query);
  expect(errors).toBeUndefined();
  expect(status).toBe(200);
  return data;
};
const paid = (data: ReportData) => data.rows.map(({ operator_id, rule, factor, bonus }) => [operator_id, rule, factor, bonus]);
const close = (month: string) => owner().post('manager/months/', { farm: farm.farm, month });

const test = base.override({ now: '2026-03-27T06:00:00Z' });
test.beforeAll(async ({ api, farm: ready }) => {
  farm = ready;
  const db = api.database.forClient(farm.client.id);
  const person = async (first_name: string) => {
    const { id } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
    await api.database.acrossClients().updateTable('account').set({ first_name, last_name: '' }).where('id', '=', id).execute();
    return id;
  };
  [olena, ivan] = [await person('Olena'), await person('Ivan')];
  const load = async (day: string, operator: number | null, weights: [number, number, number]) => {
    await moveTo(api, farm, `${day}T05:00:00Z`);
    const { id } = await makeSchedule(farm, day);
    const items = [farm.silage, farm.hay, farm.meal].map((ingredient, at) => ({ ingredient, weight_fact: weights[at] }));
    for (const body of [{ status: 'in_process' }, { status: 'loaded', items }])
      expect((await owner().put(`schedule/schedules/${id}/load/`, body)).status).toBe(200);
    for (const status of ['out_process', 'uploaded'])
      expect((await owner().put(`schedule/schedules/${id}/upload/`, { status })).status).toBe(200);
    await db.updateTable('schedule').set({ operator_id: operator }).where('id', '=', id).execute();
  };
  // Olena: 2 of 6 weighings miss by 2 % or more, +100 and −10 kg. Ivan: 2 of 3, −100 and +50 kg. Somebody unknown: nobody to be paid.
  await load('2026-03-28', olena, [3000, 1500, 500]);
  await load('2026-03-29', olena, [3100, 1500, 490]);
  await load('2026-03-30', ivan, [2900, 1500, 550]);
  await load('2026-03-31', null, [3000, 1500, 500]);
  await moveTo(api, farm, '2026-04-02T09:00:00Z');
});

test('pays by hand-counted figures, to the kopeck, and the sum is that of the rows', async () => {
  await make(owner(), RULES, {
    farm: farm.farm,
    name: 'Accuracy',
    base: 1333.33,
    steps: [
      { measure: 'bullseye', from: 30, factor: 1.1 },
      { measure: 'bullseye', from: 66.666, factor: 1.15 },
      { measure: 'bullseye', from: 66.667, factor: 9 },
      { measure: 'deviation', from: 110, factor: 0.9 },
      { measure: 'deviation', from: 110.001, factor: 0.8 },
    ],
  });
  await make(owner(), RULES, {
    farm: farm.farm,
    name: 'Steady',
    base: 100.05,
    steps: [
      { measure: 'loading_bias', from: 1, factor: 0.5 },
      { measure: 'completeness', from: 100, factor: 1.0001 },
    ],
  });
  const data = await sheet();
  // Olena's bias is (100 − 10) ÷ 10 000 = 0.9 %; Ivan's (−100 + 50) ÷ 5 000 = −1 %, which is 1 % by its size.
  const figures = data.rows.map((row) => [
    row.operator,
    row.rule,
    row.loads,
    row.bullseye,
    row.loading_bias,
    row.deviation,
    row.completeness,
  ]);
  expect(figures).toEqual([
    ['Ivan', 'Accuracy', 1, 33.333333, 1, 150, 100],
    ['Ivan', 'Steady', 1, 33.333333, 1, 150, 100],
    ['Olena', 'Accuracy', 2, 66.666667, 0.9, 110, 100],
    ['Olena', 'Steady', 2, 66.666667, 0.9, 110, 100],
  ]);
  expect(paid(data)).toEqual([
    // 1 333.33 × 1.1 × 0.9 × 0.8 = 1 055.99736
    [ivan, 'Accuracy', 0.792, 1056],
    // 100.05 × 0.5 × 1.0001 = 50.0300025
    [ivan, 'Steady', 0.50005, 50.03],
    // 1 333.33 × 1.1 × 1.15 × 0.9 = 1 517.996205: 66.666… % is below 66.667.
    [olena, 'Accuracy', 1.1385, 1518],
    // 100.05 × 1.0001 = 100.060005
    [olena, 'Steady', 1.0001, 100.06],
  ]);
  // 1 056.00 + 50.03 + 1 518.00 + 100.06
  expect([data.totals.bonus, data.tiles.map(({ key, value }) => [key, value])]).toEqual([2724.09, [['bonus', 2724.09]]]);
  // Ivan's errors cost 100 × 2 + 50 × 12, Olena's 100 × 2 + 10 × 12.
  expect(data.rows.map(({ loading_cost_of_error }) => loading_cost_of_error)).toEqual([800, 800, 320, 320]);
  expect(data.rows[2]).toMatchObject({ base: 1333.33, factor_bullseye: 1.265, factor_deviation: 0.9 });
  expect(data.rows[2]).not.toHaveProperty('factor_loading_bias');
  expect(data.rows[1]).toMatchObject({ factor_loading_bias: 0.5, factor_completeness: 1.0001 });
  expect(data.series[0]!.rows).toHaveLength(7);
  expect(data.series[0]!.rows[5]).toMatchObject({ rule: 'Steady', measure: 'loading_bias', from: 1, factor: 0.5, base: 100.05 });

  // The measures are those of the report of operators, where sizes are asked for.
  const { data: operators } = await owner().get<ReportData>(`report/operators/make/?farm=${farm.farm}&${MARCH}&deviation=absolute`);
  for (const row of data.rows) {
    const own = operators.rows.find(({ operator_id }) => operator_id === row.operator_id)!;
    for (const key of ['loads', 'bullseye', 'punctuality', 'completeness', 'deviation', 'loading_cost_of_error']) {
      expect(row[key], key).toBe(own[key]);
    }
    expect(row.loading_bias).toBe(Math.abs(Number(own.loading_bias)));
  }
});

test('a month that is closed keeps the rules that it was closed with, until it is opened again', async () => {
  const before = await sheet();
  const untimed = ({ generated_at: _, locked_until: __, ...data }: ReportData) => data;
  expect((await close('2026-03')).status).toBe(201);
  const [accuracy, steady] = (await owner().get(`${RULES}?farm=${farm.farm}&ordering=name`)).data;
  const body = { base: 9999, steps: [{ measure: 'bullseye', from: 0, factor: 3 }] };
  expect((await owner().put(`${RULES}${accuracy.id}/`, body)).status).toBe(200);
  expect((await owner().delete(`${RULES}${steady.id}/`)).status).toBe(204);
  await make(owner(), RULES, { farm: farm.farm, name: 'New', ...body });
  expect(untimed(await sheet())).toEqual(untimed(before));
  // The load doesn't change either.
  const [{ id }] = (await owner().get('schedule/schedules/?planned_on=2026-03-30')).data;
  expect((await owner().post(`schedule/schedules/${id}/reset/`, { reason: 'x' })).status).toBe(409);

  expect((await owner().post('manager/months/reopen/', { farm: farm.farm, month: '2026-03', reason: 'A wrong rule' })).status).toBe(200);
  expect(paid(await sheet())).toEqual([
    [ivan, 'Accuracy', 3, 29_997],
    [ivan, 'New', 3, 29_997],
    [olena, 'Accuracy', 3, 29_997],
    [olena, 'New', 3, 29_997],
  ]);
});

test('a person whose load weighed nothing gets no row', async ({ api }) => {
  const other = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
  await make(owner(), RULES, { farm: other.farm, name: 'Base', base: 100, steps: [{ measure: 'completeness', from: 0, factor: 1.1 }] });
  const load = async (weight_fact: number) => {
    const { id } = await makeSchedule(other, '2026-04-02');
    const items = [other.silage, other.hay, other.meal].map((ingredient) => ({ ingredient, weight_fact }));
    for (const body of [{ status: 'in_process' }, { status: 'loaded', items }])
      expect((await owner().put(`schedule/schedules/${id}/load/`, body)).status).toBe(200);
  };
  const people = async () => {
    const { rows } = await reportOf(owner(), `bonus/make/?farm=${other.farm}&planned_on_after=2026-04-01&planned_on_before=2026-04-30`);
    return rows.map(({ operator_id, loads }) => [operator_id, loads]);
  };
  await load(0);
  const { rows: loads } = await reportOf(owner(), `load/?farm=${other.farm}&planned_on_after=2026-04-02&planned_on_before=2026-04-02`);
  expect(loads.map(({ fact }) => fact)).toEqual([0]);
  expect(await people()).toEqual([]);
  await load(1);
  expect(await people()).toEqual([[loads[0]!.operator_id, 2]]);
});

test('the report covers one farm and one month, and is empty if nobody loaded or nothing is paid', async () => {
  const codes = async (query: string) => {
    const { status, errors } = await owner().get(`report/bonus/make/?${query}`);
    return [status, Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, [first?.code, first?.limit]]))];
  };
  expect(await codes(MARCH)).toEqual([400, { farm: [2, undefined] }]);
  expect(await codes(`farm=${farm.farm}&planned_on_after=2026-03-15&planned_on_before=2026-04-01`)).toEqual([
    400,
    { planned_on_before: [8, '2026-03-31'] },
  ]);
  const april = await sheet('planned_on_after=2026-04-01&planned_on_before=2026-04-30');
  expect([april.rows, april.totals.bonus]).toEqual([[], null]);
  // February was closed before there was any rule for it to keep.
  for (const { id } of (await owner().get(`${RULES}?farm=${farm.farm}`)).data)
    expect((await owner().delete(`${RULES}${id}/`)).status).toBe(204);
  expect((await sheet()).rows).toEqual([]);
});
