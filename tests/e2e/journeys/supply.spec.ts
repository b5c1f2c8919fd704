import { addDays } from '#contract/days.ts';
import { StockPage } from '#tests/e2e/pages/stock-pages.ts';
import { type Feed, makeFeeds, receive, restOf } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('five tonnes go from the pit to the day store, twelve of forty ordered come, and the stores and the order show both', async ({
  page,
  signIn,
  api,
}) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const { stock, feeds } = await makeFeeds(owner, farm, ['Силос постачання', 'Шрот постачання']);
  const [silage, meal] = feeds as [Feed, Feed];
  const dayStore = await owner.create<Feed>('manager/stocks/', {
    company: farm.company,
    farm: farm.id,
    name: 'Добовий склад постачання',
    capacity: 100_000,
  });
  await receive(owner, farm, silage, 60_000, 1.5);
  const mill = await owner.create<Feed>('manager/deliveries/companies/', { name: 'Млин постачання' });
  const today = new Date().toISOString().slice(0, 10);
  const ordered = { company: mill.id, ingredient: meal.id, kg: 40_000, price: 12.5, from: addDays(today, -3), to: addDays(today, 20) };
  const order = await owner.create<Feed>('manager/orders/', ordered);
  const shown = new StockPage(page);
  const restIn = (name: string) => shown.row(name).getByRole('cell').nth(2);
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: say('core:actions.more', { name }), exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await signIn('owner');

  await test.step('the transfer says what is left, and the feed lies in the other store', async () => {
    await shown.open(farm.company, stock);
    await act(silage.name, say('pages:transfers.action'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: say('pages:transfers.to'), exact: true }).click();
    await page.getByRole('option', { name: dayStore.name }).click();
    await dialog.getByRole('textbox', { name: say('pages:transfers.kg'), exact: true }).fill('5000');
    await expect(dialog.locator('dd').nth(1)).toContainText(/55\s000/);
    await dialog.getByRole('button', { name: say('pages:transfers.action') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect(restIn(silage.name)).toHaveText(/^55\s000$/);
  });

  await test.step('a load of the order is received from its row, filled in with what is left of it', async () => {
    await page.goto('/app/stock/deliveries');
    await page.getByRole('link', { name: say('pages:orders.open') }).click();
    await act(`${meal.name}, ${mill.name}`, say('pages:orders.receive'));
    const dialog = page.getByRole('dialog');
    const weight = dialog.getByRole('textbox', { name: say('operations:deliveries.weight'), exact: true });
    await expect(weight).toHaveValue(/^40\s000$/);
    await expect(dialog.getByRole('textbox', { name: say('operations:deliveries.price'), exact: true })).toHaveValue('12,5');
    await weight.fill('12000');
    await dialog.getByRole('button', { name: say('core:actions.save') }).click();
    await dialog.waitFor({ state: 'hidden' });
    const row = page.getByRole('row').filter({ hasText: meal.name });
    await expect(row).toContainText(/12\s000/);
    await expect(row).toContainText(/28\s000/);
    await expect(row).toContainText(say('pages:orders.states.expected'));
    expect(await owner.get<object>(`manager/orders/${order.id}/`)).toMatchObject({ received: 12_000, left: 28_000, late: false });
  });

  await test.step('both stand in the stores', async () => {
    await shown.open(farm.company, stock);
    await expect(restIn(silage.name)).toHaveText(/^55\s000$/);
    await expect(restIn(meal.name)).toHaveText(/^12\s000$/);
    await shown.open(farm.company, dayStore.id);
    const there = page.getByRole('row').filter({ hasText: silage.name });
    await expect(there.getByRole('cell').nth(2)).toHaveText(/^5\s000$/);
    expect([await restOf(owner, silage), await restOf(owner, meal)]).toEqual([55_000, 12_000]);
  });
});
