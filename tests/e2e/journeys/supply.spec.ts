import { addDays } from '#contract/days.ts';
import { StockPage } from '#tests/e2e/pages/stock-pages.ts';
import type { Api } from '#tests/e2e/support/api.ts';
import { type Feed, makeFeeds, receive, restOf } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('five tonnes go from the pit to the day store, twelve of forty ordered come, and it is seen until when they last with 40 heifers more', async ({
  page,
  signedIn,
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
  await signedIn('owner');

  await test.step('the transfer shows the rest, and the feed is in the other store', async () => {
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

  await test.step('a load of the order is received from its row, prefilled with the open quantity', async () => {
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

  await test.step('both are in the stores', async () => {
    await shown.open(farm.company, stock);
    await expect(restIn(silage.name)).toHaveText(/^55\s000$/);
    await expect(restIn(meal.name)).toHaveText(/^12\s000$/);
    await shown.open(farm.company, dayStore.id);
    const there = page.getByRole('row').filter({ hasText: silage.name });
    await expect(there.getByRole('cell').nth(2)).toHaveText(/^5\s000$/);
    expect([await restOf(owner, silage), await restOf(owner, meal)]).toEqual([55_000, 12_000]);
  });

  await test.step('forty more heifers empty the day store sooner', async () => {
    const [inDayStore] = await owner.get<Feed[]>(`manager/ingredients/?stock=${dayStore.id}`);
    const heifers = await feedHeifers(owner, farm, inDayStore as Feed);
    await page.goto('/app/stock/scenarios');
    await page
      .getByRole('button', { name: say('pages:scenarios.create') })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: say('pages:scenarios.create') });
    await dialog.getByRole('textbox', { name: say('pages:scenarios.name'), exact: true }).fill('Ще 40 нетелей');
    await dialog.getByRole('combobox', { name: say('pages:scenarios.farm') }).click();
    await page.getByRole('option', { name: farm.name }).click();
    await dialog.getByRole('button', { name: `${say('pages:scenarios.add')}: ${say('pages:scenarios.heads')}` }).click();
    const line = dialog.getByRole('listitem');
    await line.getByRole('combobox', { name: say('pages:scenarios.group') }).click();
    await page.getByRole('option', { name: heifers.name }).click();
    await line.getByRole('button', { name: say('pages:scenarios.day') }).click();
    await page.locator('button[data-today]').click();
    await line.getByRole('textbox', { name: say('pages:scenarios.added') }).fill('40');
    await dialog.getByRole('button', { name: say('core:actions.save') }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.goto(`/app/reports/supply?farm=${farm.id}&ingredient=${inDayStore?.id}`);
    await standing(page);
    await page.getByRole('button', { name: `${say('reports:filter.add')} · 1` }).click();
    await page.getByRole('button', { name: say('reports:filter.scenario') }).click();
    await page.getByRole('checkbox', { name: 'Ще 40 нетелей' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).searchParams.getAll('scenario')).toHaveLength(1);
    await standing(page);
    const { rows } = await owner.report('supply/make', new URL(page.url()).searchParams.toString());
    const [asIs, more] = [null, 'Ще 40 нетелей'].map(
      (name) => rows.find(({ scenario, run_out_on }) => scenario === name && run_out_on)?.run_out_on,
    );
    expect(Date.parse(String(more)) - Date.parse(today)).toBeLessThan(0.6 * (Date.parse(String(asIs)) - Date.parse(today)));
    const grid = page.getByRole('grid');
    for (const day of [asIs, more]) await expect(grid.getByText(String(day).split('-').toReversed().join('.')).first()).toBeVisible();
  });
});

/** A period that feeds ten kilograms of it a day to each of forty heifers. */
async function feedHeifers(owner: Api, farm: { id: number }, { id: ingredient }: Feed): Promise<Feed> {
  const [type] = await owner.get<Feed[]>('manager/animaltypes/list/');
  const [mixer] = await owner.mixers(farm.id);
  const group = await owner.create<Feed>('manager/groups/', {
    farm: farm.id,
    name: 'Нетелі постачання',
    animal_type: type?.id,
    animal_count: 40,
  });
  const items = [{ ingredient, percent: 100 }];
  const ration = await owner.create<Feed>('manager/rations/', { farm: farm.id, name: 'Силос нетелям', rounding: 1, items });
  const jobs = [{ ration: ration.id, mixer: mixer?.id, groups: [{ group: group.id, weight_per_head: 10 }] }];
  await owner.create('manager/loadings/', {
    farm: farm.id,
    name: 'Нетелі постачання',
    start_time: '23:00',
    end_time: '23:30',
    active: true,
    jobs,
  });
  return group;
}
