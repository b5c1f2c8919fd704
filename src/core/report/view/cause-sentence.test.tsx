import { screen, within } from '@testing-library/react';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

let api: TestApi;
let farm: ReadyFarm;
const today = todayIn('Europe/Kyiv');
const day = addDays(today, -1);
const dayBefore = addDays(today, -2);
/** Forty kilograms of feed per cow cost 0.5 more than before. */
const SENTENCE = /^Per head and day, .+: \+\u2060\S*20\.00\S* – prices \+\u2060\S*20\.00\S*\.$/;

/** Records that a hundred cows got 40 kg of feed each, at this price. */
async function record(planned: string, price: number) {
  const { id } = await makeSchedule(farm, today, { groups: [{ group: farm.cowsGroup, weight_per_head: 40 }] });
  const db = api.database.acrossClients();
  const where = sql`client_id = ${farm.client.id}`;
  await sql`update schedule set planned_on = ${planned}, status = 'uploaded', weight_fact = 4000 where id = ${id} and ${where}`.execute(db);
  await sql`update schedule_ingredient set planned_on = ${planned}, counted = true, weight_fact = weight_plan, price = ${price}, dry_matter = 50
    where schedule_id = ${id} and ${where}`.execute(db);
  await sql`update schedule_group set planned_on = ${planned}, counted = true, weight_fact = 4000
    where schedule_id = ${id} and ${where}`.execute(db);
}

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  await record(dayBefore, 3);
  await record(day, 3.5);
  await signInAs(farm.client.owner.token);
});
afterAll(stopBehind);
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

test('the overview states the change and its causes with a link to the report of causes over the same days', async () => {
  await renderScreen(`reports/overview?planned_on_after=${day}&planned_on_before=${day}`);
  const sentence = await screen.findByRole('link', { name: SENTENCE });
  const { pathname, searchParams } = new URL(sentence.getAttribute('href')!, 'https://manger.test');
  expect(pathname).toBe('/app/reports/cost-change');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    planned_on_after: day,
    planned_on_before: day,
    previous_on_after: dayBefore,
    previous_on_before: dayBefore,
  });
});

test('the overview at today’s prices has no sentence, because the report of causes has other prices', async () => {
  await renderScreen(`reports/overview?planned_on_after=${day}&planned_on_before=${day}&price_basis=today`);
  await screen.findByText(/rows?: 1|1 rows?/i);
  expect(screen.queryByText(/^Per head and day, /)).toBeNull();
});

test('a report of causes states its own change next to the search', async () => {
  await renderScreen(`reports/cost-change?planned_on_after=${day}&planned_on_before=${day}`);
  const sentence = await screen.findByText(SENTENCE);
  expect(within(sentence.parentElement!).getByRole('searchbox')).toBeTruthy();
});
