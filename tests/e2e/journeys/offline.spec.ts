import type { LoadReport, UploadReport } from '../../../contract/operations/schedules.ts';
import { RecordingPage } from '../pages/recording-page.ts';
import { recordLoad } from '../support/feedings.ts';
import { expect, test } from '../support/test.ts';

test.use({ expectedComplaints: ['ERR_INTERNET_DISCONNECTED', 'ERR_FAILED'] });

test('the recording reloads without a network, and what was recorded is sent once, in order, from another screen', async ({
  page,
  context,
  signIn,
  api,
}) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const [mixer] = await owner.mixers(farm.id);
  const schedule = await owner.plan(farm.id, farm.today, {
    ration: 'Передотельні',
    mixer: mixer?.id ?? 0,
    groups: [{ name: 'Передотельні', weight_per_head: 14 }],
  });
  const sent: (LoadReport | UploadReport)[] = [];
  context.on('requestfinished', (request) => {
    if (request.method() === 'PUT' && request.url().includes(`/schedule/schedules/${schedule.id}/`)) sent.push(request.postDataJSON());
  });

  const recording = new RecordingPage(page);
  await signIn('feeder');
  await recording.open(farm, schedule.id);
  await expect(recording.sync).toHaveAttribute('data-state', 'saved');
  // The worker keeps what the first visit loaded as soon as it is there.
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
    const kept = await Promise.all(loaded.map(({ name }) => caches.match(name)));
    return kept.every(Boolean);
  });

  await context.setOffline(true);
  await page.reload();
  const loaded = await recordLoad(recording, schedule);
  await expect(recording.sync).toHaveAttribute('data-state', 'offline');
  await page.reload();
  await expect(recording.sync).toHaveAttribute('data-state', 'offline');
  expect(sent).toEqual([]);

  await context.setOffline(false);
  await page.goto('/app/companies');
  await expect.poll(async () => (await owner.schedule(schedule.id)).status).toBe('loaded');
  expect((await owner.schedule(schedule.id)).items.map(({ weight_fact }) => weight_fact)).toEqual(loaded);
  expect(sent.map(({ status }) => status)).toEqual([...Array(schedule.items.length + 1).fill('in_process'), 'loaded']);
  const ids = sent.map((report) => ('items' in report ? (report.items ?? []).map(({ ingredient }) => ingredient) : []));
  const ingredients = schedule.items.map(({ ingredient }) => ingredient);
  expect(ids).toEqual([[], ...ingredients.map((id) => [id]), ingredients]);
});
