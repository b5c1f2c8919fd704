import { CraftPage, DeliveriesPage, StockPage } from '#tests/e2e/pages/stock-pages.ts';
import { makeFeeds, receive, restOf } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('feed is received, counted, sold and crafted, and the stock is right to the kilogram at each step', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const { stock, feeds } = await makeFeeds(owner, farm, ['Ячмінь обліку', 'Шрот обліку', 'Комбікорм обліку']);
  const [barley, meal, made] = feeds as [(typeof feeds)[0], (typeof feeds)[0], (typeof feeds)[0]];
  await receive(owner, farm, meal, 400);
  const recipe = await owner.create<{ id: number }>('manager/recipes/', {
    farm: farm.id,
    name: 'Рецепт обліку',
    ingredient: made.id,
    items: [
      { ingredient: barley.id, percent: 60 },
      { ingredient: meal.id, percent: 40 },
    ],
  });
  const deliveries = new DeliveriesPage(page);
  const shown = new StockPage(page);
  const expectRests = async (rests: [number, number, number]) => {
    expect(await Promise.all([barley, meal, made].map((feed) => restOf(owner, feed)))).toEqual(rests);
    for (const [index, feed] of [barley, meal, made].entries()) {
      const kilograms = String(rests[index])
        .replace('.', ',')
        .replace(/^(\d)(\d{3})/, '$1 $2');
      await expect(shown.row(feed.name).getByRole('cell').nth(2)).toHaveText(kilograms);
    }
  };
  await signedIn('owner');

  await test.step('receive', async () => {
    await deliveries.open();
    await deliveries.record('delivery', farm.name, barley.name, '1250,5', '7');
    await shown.open(farm.company, stock);
    await expectRests([1250.5, 400, 0]);
  });
  await test.step('count: 30.5 kg are missing', async () => {
    await shown.count(barley.name, '1220');
    await expectRests([1220, 400, 0]);
  });
  await test.step('sell', async () => {
    await deliveries.open();
    await deliveries.record('sale', farm.name, barley.name, '20', '8');
    await shown.open(farm.company, stock);
    await expectRests([1200, 400, 0]);
  });
  const craft = new CraftPage(page);
  await test.step('craft: a shortage is shown and the batch can’t be made', async () => {
    await craft.open(recipe.id);
    await craft.weigh('1500');
    await expect(craft.missing(meal.name)).toHaveText('200');
    await expect(craft.submit).toBeDisabled();
  });
  await test.step('craft', async () => {
    await craft.weigh('500');
    await craft.submit.click();
    await expect(page).toHaveURL(/\/stock\/fodder$/);
    await shown.open(farm.company, stock);
    await expectRests([900, 200, 500]);
  });
  await test.step('every move is in the ledger', async () => {
    const moves = await shown.moves();
    await expect(moves).toHaveCount(7);
    const kinds = ['delivery', 'count', 'sale', 'craft_in', 'craft_out'] as const;
    for (const kind of kinds) {
      const times = { delivery: 2, craft_out: 2 }[kind as string] ?? 1;
      await expect(moves.filter({ hasText: say(`pages:stocks.ledger.kinds.${kind}`) })).toHaveCount(times);
    }
  });
});
