import type { LoadReport, UploadReport } from '#contract/operations/feedings.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { expectRecorded, recordLoad, recordUnload, sum } from '#tests/e2e/support/feedings.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const FEEDER = 'Годуй Сіноваленко';
const PHONE = { width: 390, height: 844 };

test.use({ serviceWorkers: 'allow', viewport: PHONE, hasTouch: true, isMobile: true, expectedComplaints: ['ERR_INTERNET_DISCONNECTED'] });

test('a feeding is recorded on a phone, out of reach of the network for most of it', async ({ page, context, signIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const [mixer] = await owner.mixers(farm.id);
  const schedule = await owner.plan(farm.id, farm.today, {
    ration: 'Передотельні',
    mixer: mixer?.id ?? 0,
    groups: [
      { name: 'Передотельні', weight_per_head: 15 },
      { name: 'Сухостій', weight_per_head: 9 },
    ],
  });
  const sent: (LoadReport | UploadReport)[] = [];
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT' && request.url().includes(`/schedule/schedules/${schedule.id}/`)) sent.push(request.postDataJSON());
  });

  const recording = new RecordingPage(page);
  await signIn('feeder');
  await recording.open(farm, schedule.id);
  await recording.expectReady();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  await context.setOffline(true);
  const loaded = await recordLoad(recording, schedule, 'tap');
  await expect(recording.sync).toHaveAttribute('data-state', 'offline');
  const unloaded = await recordUnload(recording, schedule, sum(loaded), 'tap');
  await expect(recording.done()).toBeVisible();
  expect(sent).toEqual([]);
  expect((await owner.schedule(schedule.id)).status).toBe('waited');

  await context.setOffline(false);
  await expect(recording.sync).toHaveAttribute('data-state', 'saved');
  await expectRecorded(owner, schedule.id, loaded, unloaded);
  expect((await owner.schedule(schedule.id)).operator_name).toBe(FEEDER);

  // Begun, a report for each line, ended: of the load, then of the unloading; each once.
  const ids = sent.map((report) =>
    ('items' in report ? (report.items ?? []) : (report.groups ?? [])).map((part) => ('ingredient' in part ? part.ingredient : part.group)),
  );
  const ingredients = schedule.items.map(({ ingredient }) => ingredient);
  const groups = schedule.groups.map(({ group }) => group);
  expect(sent.map(({ status }) => status)).toEqual([
    ...Array(ingredients.length + 1).fill('in_process'),
    'loaded',
    ...Array(groups.length + 1).fill('out_process'),
    'uploaded',
  ]);
  expect(ids).toEqual([[], ...ingredients.map((id) => [id]), ingredients, [], ...groups.map((id) => [id]), groups]);
});
