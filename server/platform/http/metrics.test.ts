import { sql } from 'kysely';
import { expect } from 'vitest';
import { commandSucceeded } from '#server/db/last-success.ts';
import { type Job, startJobs } from '#server/platform/jobs.ts';
import type { TestApi } from '#tests/support/api.ts';
import { makeClient, type TestClient } from '#tests/support/factories.ts';
import { test } from '#tests/support/test.ts';
import { createMetrics } from './metrics.ts';

let world: TestClient;
test.beforeAll(async ({ api }) => {
  world = await makeClient(api);
});

/** Values of a metric by labels, as written. */
async function figures(api: TestApi, name: string): Promise<Record<string, number>> {
  const text = await (await api.app.fetch(new Request('http://localhost/metrics'))).text();
  const lines = text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, labels = '', value]) => [labels, Number(value)]));
}

test('metrics contain the number of waiting mails and the age of the oldest', async ({ api }) => {
  expect(await figures(api, 'manger_outbox_waiting')).toEqual({ '': 0 });
  expect(await figures(api, 'manger_outbox_oldest_seconds')).toEqual({ '': 0 });
  await sql`
    insert into report_sending (client_id, recipient, due_at, from_day, to_day, state, next_attempt_at, papers, asked_by)
    select ${world.id}, 'a@farm.test', now() - minutes * interval '1 minute', current_date, current_date, state, now(),
      to_jsonb(minutes), ${world.ownerId}::bigint
    from (values (10, 'waiting'), (30, 'waiting'), (50, 'sent')) given (minutes, state)`.execute(api.database.forClient(world.id));
  expect(await figures(api, 'manger_outbox_waiting')).toEqual({ '': 2 });
  const { '': oldest } = await figures(api, 'manger_outbox_oldest_seconds');
  expect(Math.round((oldest ?? 0) / 60)).toBe(30);
});

test('metrics contain the last success of each job and backup on any server', async ({ api }) => {
  expect(await figures(api, 'manger_backup_last_success_timestamp_seconds')).toEqual({ '': 0 });
  const job = (name: string, run: Job['run']): Job => ({ name, pattern: '0 0 0 1 1 *', atStart: true, run });
  const before = Date.now() / 1000 - 1;
  const started = startJobs(api.services, [job('well', async () => {}), job('ill', () => Promise.reject(new Error('of the test')))]);
  await expect.poll(async () => Object.keys(await figures(api, 'manger_job_last_success_timestamp_seconds'))).toEqual(['{job="well"}']);
  await started.stop();
  await commandSucceeded(api.url, 'backup');
  const times = {
    ...(await figures(api, 'manger_job_last_success_timestamp_seconds')),
    ...(await figures(api, 'manger_backup_last_success_timestamp_seconds')),
  };
  expect(Object.keys(times)).toEqual(['{job="well"}', '']);
  for (const time of Object.values(times)) expect(time).toBeGreaterThan(before);
});

test('metrics contain the number of open screens', async ({ api }) => {
  const open = new AbortController();
  const answer = await api.app.fetch(
    new Request('http://localhost/api/events/', { headers: { authorization: `JWT ${world.owner.token}` }, signal: open.signal }),
  );
  expect(await figures(api, 'manger_open_screens')).toEqual({ '': 1 });
  await answer.body?.cancel();
  expect(await figures(api, 'manger_open_screens')).toEqual({ '': 0 });
});

test('metrics without a database omit the unreadable ones and report the rest', async ({ api }) => {
  const away = {
    ...api.database,
    acrossClients: () => {
      throw new Error('away');
    },
  };
  const text = await createMetrics({ ...api.services, database: away }, []).text();
  expect(text).toMatch(/^manger_database_connections\{state="total"\} \d+$/m);
  expect(text).not.toMatch(/^manger_job_last_success_timestamp_seconds\{/m);
  expect(text).not.toMatch(/^manger_backup_last_success_timestamp_seconds /m);
});
