import { addDays } from '#contract/days.ts';
import { type Feed, makeFeeds } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('a feed is offered, its worth in a ration is shown, and the offer becomes an order', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const { feeds } = await makeFeeds(owner, farm, ['Ячмінь пропозиції', 'Макуха пропозиції', 'Горох пропозиції']);
  const [barley, cake, peas] = feeds as [Feed, Feed, Feed];
  await owner.change(`manager/ingredients/${cake.id}/`, { price: 5 });
  const protein = await owner.create<Feed>('manager/nutrients/', { name: 'Протеїн пропозиції', per: 'dry' });
  for (const [feed, value] of [
    [barley, 10],
    [cake, 40],
    [peas, 30],
  ] as const) {
    const values = [{ nutrient: protein.id, value }];
    await owner.create('manager/analyses/', { ingredient: feed.id, sampled_on: addDays(farm.today, -3), values });
  }
  const items = [barley, cake].map(({ id }) => ({ ingredient: id, amount: 10 }));
  const ration = await owner.create<Feed>('manager/rations/', { farm: farm.id, name: 'Раціон пропозиції', basis: 'head_fresh', items });
  await owner.change(`manager/rations/${ration.id}/limits/`, {
    feeds: [barley, cake].map(({ id }) => ({ ingredient: id, min: 0, max: null })),
    limits: [
      { of: 'dry_matter', min: 8, max: 8 },
      { of: 'nutrient', nutrient: protein.id, per: 'dry', min: 25 },
    ],
    head: 100,
  });
  const mill = await owner.create<Feed>('manager/deliveries/companies/', { name: 'Млин пропозиції' });
  await signedIn('owner');
  const dialog = page.getByRole('dialog');
  const choose = async (role: 'combobox' | 'textbox', label: string, option: string) => {
    await dialog.getByRole(role, { name: label, exact: true }).fill(option);
    await page.getByRole('option', { name: option }).click();
  };
  const worth = dialog.getByRole('region', { name: say('nutrients:offers.worth') });

  await test.step('the form of the offer shows what the feed is worth', async () => {
    await page.goto('/app/stock/offers');
    await page
      .getByRole('button', { name: say('nutrients:offers.create') })
      .first()
      .click();
    await choose('textbox', say('nutrients:offers.company'), mill.name);
    await choose('combobox', say('nutrients:offers.ingredient'), peas.name);
    await dialog.getByRole('textbox', { name: say('nutrients:offers.price'), exact: true }).fill('3');
    // Between barley at 2 with 10 % and cake at 5 with 40 %, a kilogram with 30 % is worth 4.
    await expect(worth).toContainText(`${ration.name}: 4`);
    await expect(worth).toContainText('25');
    await dialog.getByRole('button', { name: say('core:actions.save') }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  await test.step('the report compares price and worth', async () => {
    const range = `planned_on_after=${farm.today}&planned_on_before=${farm.today}&ration=${ration.id}&ingredient=${peas.id}`;
    const { rows } = await owner.report('feed_values/make', range);
    expect(rows).toMatchObject([{ value_price: 3, feed_worth: 4, bargain_percent: 25, value_state: 'in', value_heads: 100 }]);
  });

  await test.step('the offer becomes an order at its price', async () => {
    const [offer] = await owner.get<Feed[]>(`manager/offers/?ingredient=${peas.id}`);
    const until = addDays(farm.today, 10);
    await owner.change(`manager/offers/${offer?.id}/`, { until });
    await page.reload();
    const name = `${peas.name}, ${mill.name}`;
    await page.getByRole('button', { name: say('core:actions.more', { name }), exact: true }).click();
    await page.getByRole('menuitem', { name: say('nutrients:offers.order') }).click();
    await expect(dialog.getByRole('textbox', { name: say('pages:orders.price'), exact: true })).toHaveValue(/^3/);
    await expect(worth).toContainText(`${ration.name}: 4`);
    await dialog.getByRole('textbox', { name: say('pages:orders.kg'), exact: true }).fill('20000');
    await dialog.getByRole('button', { name: say('core:actions.save') }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [order] = await owner.get<object[]>(`manager/orders/?ingredient=${peas.id}`);
    expect(order).toMatchObject({ company: mill.id, ingredient: peas.id, kg: 20_000, price: 3, to: until });
  });
});
