import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const home = (page: Page) => page.getByRole('region', { name: say('core:menu.home'), exact: true });
const isSound = async (page: Page) => expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('an owner sees what feeding costs without a click, why with one, who with two; a feeder begins the next load with one', async ({
  page,
  signIn,
  api,
}) => {
  const planner = await api('owner');
  await planner.planOneMore(await planner.farm());
  await signIn('owner');
  const figure = home(page).getByRole('link', { name: new RegExp(`^${say('reports:tile.cost_per_head')}`) });
  await expect(figure).toContainText(/\d/);
  await standing(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await isSound(page);
  }
  // Income over feed cost, with a link to its report over the same days.
  const earned = home(page).getByRole('link', { name: new RegExp(`^${say('milk:column.iofc_per_head')}`) });
  await expect(earned).toContainText(/\d/);
  await earned.click();
  await expect(page).toHaveURL(/reports\/iofc\?.*planned_on_after/);
  await standing(page);
  await expect(page.locator('.ag-row').first()).toBeVisible();
  await page.goBack();
  // The other parts of home, among them the cost of yesterday and of the month.
  await home(page)
    .getByRole('button', { name: new RegExp(say('pages:home.more', { number: '' }).trim()) })
    .click();
  const cost = home(page).getByRole('region', { name: say('pages:home.cost') });
  await expect(cost.getByRole('link', { name: say('reports:preset.yesterday') })).toContainText(/\d/);
  // Which month it is depends on the day.
  const month = cost.getByRole('link').nth(1);
  await expect(month).toContainText(/\d/);
  await month.click();
  await expect(page).toHaveURL(/reports\/cost-change\?.*previous_on_after/);
  await standing(page);
  await page.locator('.ag-row').first().click();
  await expect(page).toHaveURL(/reports\/(?!cost-change)/);

  await new Shell(page).signOut();
  await signIn('feeder');
  for (const size of [
    { width: 390, height: 844 },
    { width: 360, height: 560 },
  ]) {
    await page.setViewportSize(size);
    const go = home(page).locator('a[href$="/record"]').first();
    await expect(go).toBeVisible();
    const box = (await go.boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(72);
    expect(box.y + box.height).toBeLessThanOrEqual(size.height);
    expect(await fits(page)).toBe(true);
    await isSound(page);
  }
  await home(page).locator('a[href$="/record"]').first().press('Enter');
  await expect(page).toHaveURL(/\/record$/);
});
