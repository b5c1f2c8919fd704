import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { makeFeedingFarm } from '#tests/e2e/support/feeding-farm.ts';
import { Hand } from '#tests/e2e/support/hand.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const [SILAGE, MEAL] = ['Силос із допуском', 'Шрот із допуском'] as const;

test.use({ serviceWorkers: 'allow', hasTouch: true, isMobile: true, viewport: { width: 360, height: 560 } });

test('two feeds of a load are judged in the cab, each by its own tolerance, in ten taps', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const { company } = await owner.farm();
  const farm = await makeFeedingFarm(owner, company, {
    name: 'Ферма допусків',
    feeds: { [SILAGE]: 60, [MEAL]: 40 },
    groups: ['Загін допусків'],
  });
  // 5 % of 600 kg, and 2 kg.
  await owner.change(`manager/ingredients/${farm.feeds[0]?.id}/`, { tolerance_percent: 5 });
  await owner.change(`manager/ingredients/${farm.feeds[1]?.id}/`, { tolerance: 2 });
  await signedIn('owner');
  const recording = new RecordingPage(page);
  const hand = new Hand(page);
  await recording.open(farm, farm.schedule.id);
  await recording.expectReady();

  await hand.tap(page.getByRole('button', { name: say('pages:recording.begin_load'), exact: true }));
  for (const [feed, typed, judgement] of [
    [SILAGE, '620', 'over'],
    [MEAL, '405', 'beyond-over'],
  ] as const) {
    const line = recording.line(feed);
    for (const digit of typed) await hand.tap(line.getByRole('button', { name: digit, exact: true }));
    await expect(line.locator(`[data-judgement="${judgement}"]`).first()).toBeVisible();
    await hand.tap(line.getByRole('button', { name: say('pages:recording.next'), exact: true }));
  }
  const row = (feed: string) => page.getByRole('listitem').filter({ hasText: feed });
  await expect(row(SILAGE)).not.toContainText(say('core:beyond_tolerance'));
  await expect(row(MEAL)).toContainText(say('core:beyond_tolerance'));
  await hand.tap(page.getByRole('button', { name: say('pages:recording.end_load'), exact: true }));
  expect(hand.clicks).toBeLessThanOrEqual(10);

  await expect.poll(async () => (await owner.schedule(farm.schedule.id)).status).toBe('loaded');
  // The load keeps the tolerances of its day.
  await owner.change(`manager/ingredients/${farm.feeds[1]?.id}/`, { tolerance: 50 });
  const { items } = await owner.schedule(farm.schedule.id);
  expect(items.map(({ weight_fact, tolerance }) => [weight_fact, tolerance])).toEqual([
    [620, 30],
    [405, 2],
  ]);
});
