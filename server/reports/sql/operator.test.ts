import { describe, expect } from 'vitest';
import type { ReportData } from '#contract/reports/shape.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeSchedule, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const DAY = '2026-04-10';
const PATHS = ['planfeed/', 'load/', 'upload/', 'upload_groups/make/', 'dashboard/make/'];

const test = base.override({ now: `${DAY}T03:00:00Z` });
let farm: ReadyFarm;
let operator: number;

test.beforeAll(async ({ api, farm: ready }) => {
  farm = ready;
  operator = (await makeAccount(api, { user_type: 'client', client_id: farm.client.id })).id;
});

const buildQuery = () => `planned_on_after=${DAY}&planned_on_before=${DAY}&farm=${farm.farm}&worker=${operator}`;
const readReport = async (path: string): Promise<ReportData> =>
  (await farm.client.owner.get<ReportData>(`report/${path}?${buildQuery()}`)).data;

/** The plans of reports that are filtered by operator only. */
async function plans() {
  const all = await Promise.all(PATHS.map(readReport));
  return Object.fromEntries(all.map(({ totals }, index) => [PATHS[index], Number(totals.plan ?? 0)]));
}
const each = (kg: number) => Object.fromEntries(PATHS.map((path) => [path, kg]));

describe('reports of one operator', () => {
  test('hold a load from when it was begun, in plan, facts and notes alike', async ({ api }) => {
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
      const { notes } = await readReport(path);
      expect(notes, path).toContainEqual(expect.objectContaining({ code: 'incomplete', count: 1, value: 5000 }));
    }
    await farm.client.owner.put(`schedule/schedules/${id}/`, { operator: farm.client.ownerId });
    expect(await plans()).toEqual(each(0));
  });
});
