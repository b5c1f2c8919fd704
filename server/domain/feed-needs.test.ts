import { sql } from 'kysely';
import { expect } from 'vitest';
import { chooseStep, planFeeding } from '#common/feeding/plan.ts';
import { dayAt } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { Db } from '#server/db/database.ts';
import { grouped } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/test.ts';

test.override('template', 'tiny');

/** Ten years, beyond which no day is given. */
const FURTHEST = 3650;
const GRAMS = 1000;
const gramsOf = (kg: string | number) => Math.round(Number(kg) * GRAMS);

interface Share {
  ingredient: number;
  percent: number;
}
interface Job {
  period: number;
  farm: number;
  active_from: string | null;
  rounds: boolean;
  step: string;
  leftovers: string;
  groups: { heads: number; weight_per_head: number; growth: number }[] | null;
  items: Share[] | null;
}
interface Planned {
  ingredient: number;
  farm: number;
  day: string;
  kg: string;
}

/** Grams of each ingredient that a period's job takes a day, planned like its feedings. */
function planOfJob({ rounds, step, leftovers, groups, items }: Job): Map<number, number> {
  const shares = items ?? [];
  const plan = planFeeding({
    groups: groups ?? [],
    percents: shares.map(({ percent }) => percent),
    leftovers: true,
    planned_leftovers: Number(leftovers),
    step: chooseStep({ mixerRounds: rounds, inPounds: false, rationStep: Number(step) }),
  });
  return new Map(shares.map(({ ingredient }, at) => [ingredient, gramsOf(plan.items[at]!)]));
}

async function readPlan(db: Db, client: number) {
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows;
  return {
    farms: await rows(sql<{ id: number; timezone: string }>`select id, timezone from farm where client_id = ${client}`),
    ingredients: await rows(sql<{ id: number; rest: string }>`
      select id, rest::text from ingredient where client_id = ${client} and not deleted`),
    made: await rows(sql<{ period_id: number; planned_on: string }>`select period_id, planned_on from loading where client_id = ${client}`),
    feedings: await rows(sql<Planned>`
      select i.ingredient_id as ingredient, s.farm_id as farm, s.planned_on as day, coalesce(i.weight_fact, i.weight_plan)::text as kg
      from schedule s join schedule_ingredient i on i.client_id = s.client_id and i.schedule_id = s.id
      where s.client_id = ${client} and s.status in ('waited', 'in_process') and not s.deleted`),
    batches: await rows(sql<Planned>`
      select (x.part ->> 'ingredient')::bigint as ingredient, b.farm_id as farm, b.planned_on as day,
        coalesce(x.part ->> 'weight_fact', x.part ->> 'weight_plan') as kg
      from batch b cross join lateral jsonb_array_elements(b.items) x (part)
      where b.client_id = ${client} and b.status in ('waited', 'in_process') and not b.deleted
      union all
      select r.ingredient_id, b.farm_id, b.planned_on, (-b.weight_plan)::text
      from batch b join recipe r on r.client_id = b.client_id and r.id = b.recipe_id
      where b.client_id = ${client} and b.status in ('waited', 'in_process') and not b.deleted`),
    jobs: await rows(sql<Job>`
      select p.id as period, p.farm_id as farm, p.active_from, m.rounding as rounds, r.rounding::text as step,
        (case when j.leftovers then j.planned_leftovers else 0 end)::text as leftovers,
        (select json_agg(json_build_object('heads', a.animal_count, 'weight_per_head', g.weight_per_head, 'growth', r.size / g.ration_size))
         from period_job_group g join animal_group a on a.client_id = g.client_id and a.id = g.group_id and not a.deleted
         where g.client_id = j.client_id and g.job_id = j.id) as groups,
        (select json_agg(json_build_object('ingredient', i.ingredient_id, 'percent', i.percent) order by i.position)
         from ration_item i where i.client_id = j.client_id and i.ration_id = j.ration_id and i.percent > 0) as items
      from period p join period_job j on j.client_id = p.client_id and j.period_id = p.id
      join mixer m on m.client_id = j.client_id and m.id = j.mixer_id
      join ration r on r.client_id = j.client_id and r.id = j.ration_id
      where p.client_id = ${client} and p.active and not p.deleted`),
  };
}

test('on the demonstration farms each feed runs out on the day of a day-by-day recomputation', async ({ api }) => {
  const owner = await api.signIn('owner@manger.test');
  const { client } = (await owner.get('auth/me/')).data;
  const plan = await readPlan(api.database.acrossClients(), client);
  const now = new Date();
  const todayOf = new Map(plan.farms.map(({ id, timezone }) => [id, dayAt(now, timezone)]));
  const today = [...todayOf.values()].sort()[0]!;
  const made = new Set(plan.made.map(({ period_id, planned_on }) => `${period_id} ${planned_on}`));
  const jobs = plan.jobs.map((job) => ({ ...job, parts: planOfJob(job) }));
  const planned = grouped(
    [...plan.feedings, ...plan.batches].filter(({ farm, day }) => day >= todayOf.get(farm)! && day <= addDays(todayOf.get(farm)!, 13)),
    ({ ingredient, day }) => `${ingredient} ${day}`,
  );
  const runsOut = (ingredient: number, rest: string): string | null => {
    let left = Math.max(0, gramsOf(rest));
    for (let n = 0; n <= FURTHEST; n += 1) {
      const day = addDays(today, n);
      for (const { kg } of planned.get(`${ingredient} ${day}`) ?? []) left -= gramsOf(kg);
      for (const { period, farm, active_from, parts } of jobs)
        if (day >= todayOf.get(farm)! && day >= (active_from ?? day) && !(n < 14 && made.has(`${period} ${day}`)))
          left -= parts.get(ingredient) ?? 0;
      if (left < 0) return day;
    }
    return null;
  };
  const { data } = await owner.get('manager/ingredients/?page_size=1000');
  expect(data.length).toBeGreaterThan(30);
  const listed = data.map(
    ({ id, name, run_out_on }: { id: number; name: string; run_out_on: string | null }) => `${id} ${name} ${run_out_on}`,
  );
  const rests = new Map(plan.ingredients.map(({ id, rest }) => [id, rest]));
  expect(listed).toEqual(
    data.map(
      ({ id, name, water }: { id: number; name: string; water: boolean }) => `${id} ${name} ${water ? null : runsOut(id, rests.get(id)!)}`,
    ),
  );
});
