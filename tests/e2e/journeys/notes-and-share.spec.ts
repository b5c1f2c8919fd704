import AxeBuilder from '@axe-core/playwright';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const TEXT = 'Почали нову силосну яму';

test('a note is written in the report, and the shared page is read without signing in until it is ended', async ({
  page,
  browser,
  baseURL,
  signedIn,
}) => {
  await signedIn('owner');
  await page.goto('/app/reports/planfeed?period=yesterday');
  await standing(page);
  const dialog = page.getByRole('dialog');

  await test.step('note', async () => {
    await page
      .getByRole('button', { name: new RegExp(`^(${say('reports:notes.chip', { total: '\\d+' })}|${say('pages:remarks.add')})$`) })
      .click();
    const add = dialog.getByRole('button', { name: say('pages:remarks.add') });
    const text = dialog.getByRole('textbox', { name: say('pages:remarks.text') });
    await expect(add.or(text)).toBeVisible();
    if (await add.isVisible()) await add.click();
    await text.fill(TEXT);
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: say('core:actions.save') }).click();
    await expect(text).toHaveCount(0);
    const rows = page.locator('.ag-row:not(.ag-row-pinned) [col-id="day"]');
    await expect(page.locator('.grid-noted')).toHaveCount(await rows.count());
    if (await dialog.isVisible()) {
      await expect(dialog.getByText(TEXT)).toBeVisible();
      await page.keyboard.press('Escape');
    }
    await expect(page.locator('[data-flag] title', { hasText: TEXT })).toHaveCount(1);
  });

  let address = '';
  await test.step('share', async () => {
    await page.getByRole('button', { name: say('reports:filter.pass_on') }).click();
    await dialog.getByRole('button', { name: say('pages:shared.make') }).click();
    address = await dialog.getByRole('textbox', { name: say('pages:shared.address') }).inputValue();
    expect(address).toMatch(/\/shared\/\d+-\d+-[\w-]{43}$/);
    const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze();
    expect(violations).toEqual([]);
  });

  const strangers = await browser.newContext({ baseURL, locale: 'uk-UA' });
  const stranger = await strangers.newPage();
  const complaints: string[] = [];
  stranger.on('pageerror', (error) => complaints.push(String(error.stack)));
  stranger.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await test.step('read', async () => {
    await stranger.goto(address);
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(say('reports:report.planfeed'));
    await expect(stranger.getByRole('table').getByText(TEXT).first()).toBeVisible();
    await expect(stranger.getByRole('figure').first()).toHaveAttribute('aria-busy', 'false');
    for (const colorScheme of ['light', 'dark'] as const) {
      await stranger.emulateMedia({ colorScheme });
      await expect(stranger.locator('html')).toHaveCSS('color-scheme', colorScheme);
      const { violations } = await new AxeBuilder({ page: stranger }).analyze();
      expect(violations, colorScheme).toEqual([]);
    }
    // On paper the page is light and complete, without controls.
    await stranger.emulateMedia({ media: 'print' });
    await expect(stranger.getByRole('table').getByText(TEXT).first()).toBeVisible();
    await expect(stranger.getByRole('button').filter({ visible: true })).toHaveCount(0);
    await stranger.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await stranger.setViewportSize({ width: 390, height: 844 });
    expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
  });

  await test.step('end', async () => {
    await dialog
      .getByRole('button', { name: new RegExp(`^${say('pages:shared.end')}: `) })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: say('core:actions.delete') })
      .click();
    await expect(dialog.getByRole('button', { name: new RegExp(`^${say('pages:shared.end')}: `) })).toHaveCount(0);
    await stranger.reload();
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(say('pages:shared.ended'));
  });
  await strangers.close();
});
