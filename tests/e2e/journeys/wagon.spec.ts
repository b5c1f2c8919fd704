import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { makeFeedingFarm } from '#tests/e2e/support/feeding-farm.ts';
import { Hand } from '#tests/e2e/support/hand.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test.use({
  serviceWorkers: 'allow',
  hasTouch: true,
  isMobile: true,
  viewport: { width: 360, height: 560 },
  expectedComplaints: ['ERR_INTERNET_DISCONNECTED'],
});

test('groups at the wagon change place, are skipped and added in four taps without a network, and the rest stays in sight', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const { company } = await owner.farm();
  const groups = ['Загін візка 1', 'Загін візка 2', 'Загін візка 3'];
  const farm = await makeFeedingFarm(owner, company, { name: 'Ферма візка', feeds: { 'Корм візка': 100 }, groups });
  const [first, second, third] = farm.schedule.groups;
  if (!first || !second || !third) throw new Error('The feeding has three groups');
  const [type] = await owner.get<{ id: number }[]>('manager/animaltypes/');
  const another = 'Загін без плану';
  const added = await owner.create<{ id: number }>('manager/groups/', { farm: farm.id, name: another, animal_type: type?.id });
  await signedIn('owner');
  const recording = new RecordingPage(page);
  const hand = new Hand(page);
  const tap = (key: string, name: string) =>
    hand.tap(page.getByRole('button', { name: say(`pages:recording.${key}`, { name }), exact: true }));
  await recording.open(farm, farm.schedule.id);
  await recording.expectReady();
  await recording.beginLoad();
  for (const { ingredient_name, weight_plan } of farm.schedule.items) await recording.weigh(ingredient_name, weight_plan);
  await recording.endLoad();
  await recording.beginUnload();
  const choice = page.getByRole('combobox', { name: say('pages:recording.add_group') });
  await expect(choice).toBeAttached();
  await page.context().setOffline(true);

  const expectLeft = (open: string) =>
    expect(page.getByText(say('pages:recording.left_to_feed', { left: '3 000', open, unit: 'кг' })).first()).toBeAttached();
  await tap('earlier', second.group_name);
  const name = page.getByRole('listitem').filter({ hasText: second.group_name }).getByText(second.group_name, { exact: true });
  expect((await name.boundingBox())?.width).toBeGreaterThan(40);
  await expectLeft('3 000');
  await tap('skip', third.group_name);
  await expectLeft('2 000');
  await hand.tap(choice);
  await hand.tap(page.getByRole('option', { name: another, exact: true }));
  expect(hand.clicks).toBeLessThanOrEqual(4);

  await recording.weigh(second.group_name, 1000);
  await recording.weigh(first.group_name, 1000);
  await recording.weigh(another, 1000);
  await recording.endUnload();
  await page.context().setOffline(false);
  await expect.poll(async () => (await owner.schedule(farm.schedule.id)).status).toBe('uploaded');
  const { groups: stored } = await owner.schedule(farm.schedule.id);
  expect(stored.map(({ group, weight_fact }) => [group, weight_fact])).toEqual([
    [second.group, 1000],
    [first.group, 1000],
    [third.group, 0],
    [added.id, 1000],
  ]);
});
