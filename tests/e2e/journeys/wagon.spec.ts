import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test.use({
  serviceWorkers: 'allow',
  hasTouch: true,
  isMobile: true,
  viewport: { width: 360, height: 560 },
  expectedComplaints: ['ERR_INTERNET_DISCONNECTED'],
});

test('the groups at the wagon change place in one tap without a network, and their names stay readable', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const [mixer] = await owner.mixers(farm.id);
  const groups = ['Роздій 1', 'Сухостій'].map((name) => ({ name, weight_per_head: 8 }));
  const schedule = await owner.plan(farm.id, farm.today, { ration: 'Сухостій', mixer: mixer?.id ?? 0, groups });
  await signedIn('feeder');
  const recording = new RecordingPage(page);
  await recording.open(farm, schedule.id);
  await recording.expectReady();
  await recording.beginLoad();
  for (const { ingredient_name, weight_plan } of schedule.items) await recording.weigh(ingredient_name, weight_plan);
  await recording.endLoad();
  await recording.beginUnload();
  const [first, second] = schedule.groups;
  if (!first || !second) throw new Error('The feeding has two groups');
  await page.context().setOffline(true);
  const earlier = page.getByRole('button', { name: say('pages:recording.earlier', { name: second.group_name }), exact: true });
  await earlier.scrollIntoViewIfNeeded();
  await earlier.tap();
  const line = page.getByRole('listitem').filter({ hasText: second.group_name });
  const name = line.getByText(second.group_name, { exact: true });
  expect((await name.boundingBox())?.width).toBeGreaterThan(40);
  await recording.weigh(second.group_name, second.weight_plan);
  await recording.weigh(first.group_name, first.weight_plan);
  await recording.endUnload();
  await page.context().setOffline(false);
  await expect.poll(async () => (await owner.schedule(schedule.id)).status).toBe('uploaded');
  const { groups: stored } = await owner.schedule(schedule.id);
  expect(stored.map(({ group }) => group)).toEqual([second.group, first.group]);
});
