import { PlanningPage } from '#tests/e2e/pages/planning-page.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('a record appears on another person’s screen within a second', async ({ page, browser, signedIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const [mixer] = await owner.mixers(farm.id);
  const schedule = await owner.plan(farm.id, farm.today, {
    ration: 'Телиці',
    mixer: mixer?.id ?? 0,
    groups: [{ name: 'Телиці 13–22 міс.', weight_per_head: 8 }],
  });
  await signedIn('owner');
  const session = await page.context().storageState();
  const other = await (await browser.newContext({ storageState: session })).newPage();
  const watching = new PlanningPage(other);
  await watching.open(farm);
  const row = watching.feeding('Телиці');
  await expect(row).toContainText(say('core:status.waited'));

  const asked: number[] = [];
  other.on('request', (request) => request.url().includes('/api/schedule/schedules/') && asked.push(Date.now()));
  const recording = new RecordingPage(page);
  await recording.open(farm, schedule.id);
  expect(asked, 'a screen asks nothing while nothing happens').toEqual([]);

  const accepted = page.waitForResponse((response) => response.url().includes(`/schedules/${schedule.id}/load/`) && response.ok());
  await recording.beginLoad();
  await accepted;
  await expect(row).toContainText(say('core:status.in_process'));
  expect(asked.length).toBeGreaterThan(0);
  await other.context().close();
});
