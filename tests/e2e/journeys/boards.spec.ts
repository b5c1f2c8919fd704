import AxeBuilder from '@axe-core/playwright';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('three parts of a report are pinned, arranged by keys and read by a stranger', async ({ page, browser, baseURL, signedIn }) => {
  await signedIn('owner');
  await page.goto('/app/reports/overview?period=yesterday');
  await standing(page);
  const dialog = page.getByRole('dialog');

  await test.step('pin', async () => {
    await page.getByRole('button', { name: say('boards:pin') }).click();
    for (const part of ['reports:tile.cost', 'reports:tile.dmi', 'reports:series.plan_and_fact_by_day'] as const)
      await dialog.getByRole('checkbox', { name: say(part), exact: true }).check();
    await dialog.getByRole('textbox', { name: say('boards:name') }).fill('Ранок');
    await dialog.getByRole('button', { name: say('boards:pin') }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('arrange', async () => {
    await page.goto('/app/reports/boards');
    await page.getByRole('link', { name: 'Ранок' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ранок');
    await page.getByRole('button', { name: say('boards:arrange') }).click();
    await page
      .getByRole('button', { name: new RegExp(`^${say('boards:move', { name: '' }).trim()}`) })
      .first()
      .focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByRole('status').filter({ hasText: 'ширина 5' })).toBeVisible();
    await page.getByRole('button', { name: say('boards:done') }).click();
    await expect(page.getByRole('button', { name: say('boards:arrange') })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  });

  await test.step('save as PDF', async () => {
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: say('boards:pdf') }).click();
    expect((await file).suggestedFilename()).toMatch(/^Ранок 20.*\.pdf$/);
  });

  let address = '';
  await test.step('share', async () => {
    await page.getByRole('button', { name: say('reports:filter.pass_on') }).click();
    await dialog.getByRole('button', { name: say('pages:shared.make') }).click();
    address = await dialog.getByRole('textbox', { name: say('pages:shared.address') }).inputValue();
  });

  await test.step('read', async () => {
    const strangers = await browser.newContext({ baseURL, locale: 'uk-UA' });
    const stranger = await strangers.newPage();
    await stranger.goto(address);
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Ранок');
    await expect(stranger.getByText(say('reports:tile.cost'), { exact: true })).toBeVisible();
    await expect(stranger.getByRole('figure').first()).toHaveAttribute('aria-busy', 'false');
    const { violations } = await new AxeBuilder({ page: stranger }).analyze();
    expect(violations).toEqual([]);
    await strangers.close();
  });
});
