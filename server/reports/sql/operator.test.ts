import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';

const DAY = '2026-04-10';
const PATHS = ['planfeed/', 'load/', 'upload/', 'upload_groups/make/', 'dashboard/make/'];

let api: TestApi;
let farm: ReadyFarm;
let operator: number;

beforeAll(async () => {
  api = await startApi();
  api.setNow(`${DAY}T03:00:00Z`);
  farm = await makeReadyFarm(api);
  operator = (await makeAccount(api, { user_type: 'client', client_id: farm.client.id })).id;
});
afterAll(() => api.close());

const asked = () => `planned_on_after=${DAY}&planned_on_before=${DAY}&farm=${farm.farm}&worker=${operator}`;
const make = async (path: string): Promise<ReportData> => (await farm.client.owner.get<ReportData>(`report/${path}?${asked()}`)).data;

/** What reports that are asked for the operator alone have planned. */
async function plans() {
  const all = await Promise.all(PATHS.map(make));
  return Object.fromEntries(all.map(({ totals }, index) => [PATHS[index], Number(totals.plan ?? 0)]));
}
const each = (kg: number) => Object.fromEntries(PATHS.map((path) => [path, kg]));

describe('reports of one operator', () => {
  it('hold a load from when it was begun, in plan, facts and notes alike', async () => {
    const { id } = await makeSchedule(farm, DAY);
    expect(await plans()).toEqual(each(0));
    const begun = await farm.client.owner.put(`schedule/schedules/${id}/load/`, {
      status: 'in_process',
      operator,
      items: [{ ingredient: farm.silage, weight_fact: 2900 }],
    });
    expect(begun.errors).toBeUndefined();
    expect(await plans()).toEqual(each(5000));
    await moveTo(api, farm, '2026-04-11T03:00:00Z');
    for (const path of PATHS) {
      const { notes } = await make(path);
      expect(notes, path).toContainEqual(expect.objectContaining({ code: 'incomplete', count: 1, value: 5000 }));
    }
    await farm.client.owner.put(`schedule/schedules/${id}/`, { operator: farm.client.ownerId });
    expect(await plans()).toEqual(each(0));
  });
});
