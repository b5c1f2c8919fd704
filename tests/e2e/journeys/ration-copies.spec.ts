import { RationPage } from '#tests/e2e/pages/ration-page.ts';
import { makeFeedingFarm } from '#tests/e2e/support/feeding-farm.ts';
import { makeFeeds } from '#tests/e2e/support/feeds.ts';
import { Hand } from '#tests/e2e/support/hand.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const [SILAGE, MEAL, OTHER] = ['Силос копій', 'Шрот копій', 'Макуха копій'] as const;
const FARMS = Array.from({ length: 5 }, (_, index) => `Ферма копій ${index + 1}`);
const REASON = 'Зимовий раціон';

test('a ration is tried and copied to five farms, of which a feed is missing at the last, in nine clicks on a phone of 390 px', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const { company } = await owner.farm();
  const source = await makeFeedingFarm(owner, company, {
    name: 'Раціон для п’яти',
    feeds: { [SILAGE]: 70, [MEAL]: 30 },
    groups: ['Загін копій'],
  });
  const farms: { id: number }[] = [];
  for (const [index, name] of FARMS.entries()) {
    const farm = await owner.create<{ id: number }>('manager/farms/', { company, name });
    await makeFeeds(owner, { id: farm.id, company }, index === 4 ? [SILAGE, OTHER] : [SILAGE, MEAL]);
    farms.push(farm);
  }
  await signedIn('owner');
  const hand = new Hand(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await new RationPage(page).open(source, source.ration.id);

  await hand.click(page.getByRole('tab', { name: say('nutrients:copies.tab'), exact: true }));
  for (const name of FARMS) await hand.click(page.getByRole('checkbox', { name, exact: true }));
  const last = page.getByRole('region', { name: FARMS[4], exact: true });
  await hand.choose(last.getByRole('combobox', { name: say('nutrients:copies.feed_for', { name: MEAL }) }), OTHER);
  await expect(last.getByText(say('nutrients:copies.outcomes.created'), { exact: true })).toBeVisible();
  expect(await Promise.all(farms.map(({ id }) => owner.get(`manager/rations/?farm=${id}`)))).toEqual(FARMS.map(() => []));
  await hand.type(page.getByRole('textbox', { name: say('nutrients:copies.reason') }), REASON);
  await hand.click(page.getByRole('button', { name: say('nutrients:copies.submit', { farms: 5 }), exact: true }));
  for (const name of FARMS)
    await expect(page.getByRole('region', { name, exact: true }).getByText(say('nutrients:copies.written'), { exact: true })).toBeVisible();
  expect(hand.clicks).toBeLessThanOrEqual(9);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  for (const [index, { id }] of farms.entries()) {
    const [ration] = await owner.get<{ name: string; items: { ingredient_name: string; percent: number }[] }[]>(
      `manager/rations/?farm=${id}`,
    );
    expect([ration?.name, ration?.items.map((item) => [item.ingredient_name, item.percent])]).toEqual([
      source.ration.name,
      [
        [SILAGE, 70],
        [index === 4 ? OTHER : MEAL, 30],
      ],
    ]);
  }
});
