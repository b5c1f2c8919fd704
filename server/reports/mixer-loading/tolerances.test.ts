import { sql } from 'kysely';
import { expect } from 'vitest';
import { exact, minus, number, over, size, weighingsOf, whole } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { FROM, range, reportOf, TO } from '#tests/support/reports/world.ts';

test('hits of random weighings with random tolerances equal an independent recomputation', async ({ world }) => {
  const db = world.api.database.forClient(world.client.id);
  await sql`
    update schedule_ingredient set tolerance = case when random() < 0.5 then round((random() * 60)::numeric, 3) + 0.001 end
    where client_id = ${world.client.id}`.execute(db);
  const { rows } = await sql<{ schedule: number; ingredient: number; tolerance: string | null }>`
    select schedule_id as schedule, ingredient_id as ingredient, tolerance::text from schedule_ingredient where client_id = ${world.client.id}`.execute(
    db,
  );
  const tolerances = new Map(rows.map(({ schedule, ingredient, tolerance }) => [`${schedule} ${ingredient}`, tolerance]));
  const wanted = { farms: [world.kyiv.id], from: FROM, to: TO };
  const weighed = weighingsOf(world.raw, wanted).filter(({ fact, plan }) => fact !== null && plan.n > 0n);
  const hits = weighed.filter(({ schedule, ingredient, fact, plan }) => {
    const off = size(minus(fact!, plan));
    const tolerance = tolerances.get(`${schedule.id} ${ingredient}`);
    const limit = tolerance ? exact(tolerance) : { n: plan.n * 2n, d: plan.d * 100n };
    const [left, right] = [off.n * limit.d, limit.n * off.d];
    return tolerance ? left <= right : left < right;
  });
  expect(weighed.some(({ schedule, ingredient }) => tolerances.get(`${schedule.id} ${ingredient}`))).toBe(true);
  const share = number(over(whole(100 * hits.length), whole(weighed.length)));
  expect((await reportOf(world.client.owner, `load/?${range}&farm=${world.kyiv.id}`)).totals.bullseye).toBeCloseTo(share!, 5);
});
