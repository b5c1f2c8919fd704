import { expect } from 'vitest';
import { callerOf } from '#tests/support/api.ts';
import { makeReadyFarm, makeSchedule } from '#tests/support/feeding.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const test = base.override({ now: `${TODAY}T05:00:00Z` });

test('the weight curve leaves out weighings without a time and weighings that wait for confirmation', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const { id } = await makeSchedule(farm, TODAY);
  const load = (caller: typeof owner, items: object[]) => caller.put(`schedule/schedules/${id}/load/`, { status: 'in_process', items });
  const curve = async () => (await reportOf(owner, `load/${id}/detail/`)).series[0]!.rows;
  const { data: key } = await owner.post('manager/keys/', { farm: farm.farm, name: 'Terminal' });
  const terminal = callerOf(api.app, key.secret, 'Key');

  const silage = { ingredient: farm.silage, weight_fact: 3050, started_at: `${TODAY}T04:10:00Z`, seconds: 400 };
  expect((await load(terminal, [silage, { ingredient: farm.hay, weight_fact: 1480 }])).status).toBe(200);
  const first = [
    { at: `${TODAY}T04:10:00Z`, weight: 0, planned_weight: 0 },
    { at: `${TODAY}T04:16:40Z`, weight: 3050, planned_weight: 3000 },
  ];
  expect(await curve()).toMatchObject(first);
  expect(await curve()).toHaveLength(2);

  const doubtful = { ingredient: farm.meal, weight_fact: 2500, started_at: `${TODAY}T04:20:00Z`, seconds: 60 };
  expect((await load(terminal, [doubtful])).data.implausible).toBe(true);
  expect(await curve()).toHaveLength(2);

  // Two weighings that begin at once follow each other as in the ration.
  const hay = { ingredient: farm.hay, weight_fact: 1480, started_at: `${TODAY}T04:20:00Z`, seconds: 60 };
  expect((await load(owner, [hay, { ...doubtful, weight_fact: 510 }])).status).toBe(200);
  expect(await curve()).toMatchObject([
    ...first,
    { at: `${TODAY}T04:20:00Z`, weight: 3050, planned_weight: 3000 },
    { at: `${TODAY}T04:21:00Z`, weight: 4530, planned_weight: 4500 },
    { at: `${TODAY}T04:20:00Z`, weight: 4530, planned_weight: 4500 },
    { at: `${TODAY}T04:21:00Z`, weight: 5040, planned_weight: 5000 },
  ]);
});

test('a load that is weighed whole has 0 as waiting and as not recorded, in its row and in each weighing', async ({ api }) => {
  const farm = await makeReadyFarm(api);
  const { owner } = farm.client;
  const { id } = await makeSchedule(farm, TODAY);
  const items = [farm.silage, farm.hay, farm.meal].map((ingredient) => ({ ingredient, weight_fact: 500 }));
  for (const body of [{ status: 'in_process' }, { status: 'loaded', items }])
    expect((await owner.put(`schedule/schedules/${id}/load/`, body)).status).toBe(200);
  const loads = await reportOf(owner, `load/?farm=${farm.farm}&planned_on_after=${TODAY}&planned_on_before=${TODAY}`);
  const detail = await reportOf(owner, `load/${id}/detail/`);
  expect(detail.rows).toHaveLength(3);
  for (const row of [...loads.rows, loads.totals, ...detail.rows, detail.totals])
    expect(row).toMatchObject({ waiting: 0, not_recorded: 0 });
});
