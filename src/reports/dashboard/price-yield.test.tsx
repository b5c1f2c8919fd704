import { screen, within } from '@testing-library/react';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const owner = () => farm.client.owner;
const day = addDays(todayIn('Europe/Kyiv'), -1);
const open = (filters = '') => renderScreen(`reports/overview?planned_on_after=${day}&planned_on_before=${day}${filters}`);
const title = 'Income over feed cost per head by milk price and yield';

/** A hundred cows with 40 kg of feed each, at 3 per kilogram. */
beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  const { id } = await makeSchedule(farm, todayIn('Europe/Kyiv'), { groups: [{ group: farm.cowsGroup, weight_per_head: 40 }] });
  const db = api.database.acrossClients();
  await sql`update schedule set planned_on = ${day}, status = 'uploaded', weight_fact = 4000 where id = ${id} and client_id = ${farm.client.id}`.execute(
    db,
  );
  await sql`update schedule_ingredient set planned_on = ${day}, counted = true, weight_fact = weight_plan, price = 3, dry_matter = 50
    where schedule_id = ${id} and client_id = ${farm.client.id}`.execute(db);
  await sql`update schedule_group set planned_on = ${day}, counted = true, weight_fact = 4000
    where schedule_id = ${id} and client_id = ${farm.client.id}`.execute(db);
  await signInAs(owner().token);
});
afterAll(stopBehind);

test('under the overview, with milk recorded, a table shows the income at other prices and yields', async () => {
  await open();
  await screen.findAllByText(/120/);
  expect(screen.queryByRole('region', { name: title })).toBeNull();
  await make(owner(), 'manager/milk/', { farm: farm.farm, group: farm.cowsGroup, day, kg: 3_000, fat: 4, protein: 3.4, price: 16 });
  await open();
  const section = within((await screen.findAllByRole('region', { name: title })).at(-1)!);
  const rows = within(section.getByRole('table')).getAllByRole('row').slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => Number(textContent?.replace(/[^\d.−-]/g, '').replace('−', '-'))),
  );
  // Kilograms × price − 120 for feed; 30 kg at 16 in the middle.
  expect(cells).toEqual(
    [24, 27, 30, 33, 36].map((kg) => [12.8, 14.4, 16, 17.6, 19.2].map((price) => Math.round((kg * price - 120) * 100) / 100)),
  );
  expect(section.getByRole('link', { name: title }).getAttribute('href')).toMatch(
    new RegExp(`reports/iofc\\?farm=\\d+&planned_on_after=${day}`),
  );
});
