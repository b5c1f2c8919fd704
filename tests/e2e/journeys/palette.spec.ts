import type { Page } from '@playwright/test';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

/** Max results above the wanted one. */
const MAX_STEPS = 5;

/** Ctrl K, the typed letters, the arrows to the result, and Enter. Returns the number of keys. */
async function goBy(page: Page, typed: string, found: string): Promise<number> {
  const field = page.getByRole('textbox', { name: say('core:palette.open') });
  const selected = page.locator('[data-action][data-selected]');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type(typed);
  await expect(page.locator('[data-action]').filter({ hasText: found }).first()).toBeVisible();
  let steps = 0;
  while (!(await selected.textContent())?.includes(found) && steps < MAX_STEPS) {
    await page.keyboard.press('ArrowDown');
    steps += 1;
  }
  await expect(selected).toContainText(found);
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  return typed.length + steps + 2;
}

test('the palette leads to actions and forms in at most twelve keys', async ({ page, signIn }) => {
  await signIn('owner');
  const keys: Record<string, number> = {};

  keys.theme = await goBy(page, 'темна', `${say('core:menu.theme')}: ${say('core:theme.dark')}`);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');

  keys.employee = await goBy(page, 'новий прац', say('admin:employees.create'));
  await expect(page.getByRole('dialog', { name: say('admin:employees.create') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  keys.import = await goBy(page, 'імп поста', say('search:import', { name: say('operations:deliveries.title') }));
  await expect(page).toHaveURL(/\/stock\/deliveries/);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  keys.count = await goBy(page, 'інвент', say('search:own.count', { name: '' }));
  await expect(page).toHaveURL(/\/stocks\/\d+\?tab=sheet$/);
  await standing(page);

  keys.form = await goBy(page, 'форма 9', say('reports:report.form9'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('reports:report.form9'));
  await standing(page);

  keys.leave = await goBy(page, 'вийти', say('core:menu.sign_out'));
  await expect(page).toHaveURL(/\/auth/);
  expect(Object.values(keys).filter((count) => count > 12)).toEqual([]);
});
