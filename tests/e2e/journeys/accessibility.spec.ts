import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { SignInPage } from '#tests/e2e/pages/sign-in-page.ts';
import { waitingFeeding } from '#tests/e2e/support/feedings.ts';
import { makeFeeds } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const SERIOUS = ['serious', 'critical'];

/** The faults that axe finds on the current screen; in dark mode only colours are checked. */
async function faults(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
    // Each passed rule names a single element instead of all; no page here contains a frame.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    const { violations, passes } = await (colorScheme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze();
    expect(passes.length, `${screen} was looked at`).toBeGreaterThan(0);
    for (const { id, impact, nodes } of violations) {
      if (SERIOUS.includes(impact ?? ''))
        found.push(`${screen}, ${colorScheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n    ')}`);
    }
  }
  return found;
}

async function settled(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-skeleton], [aria-busy=true]')).toHaveCount(0);
}

test.describe('axe finds nothing serious, by day and by night,', () => {
  test('on the pages that need no sign-in', async ({ page }) => {
    await new SignInPage(page).open();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await faults(page, 'sign-in')).toEqual([]);
    // An expired link opens a page with words.
    const answer = await page.goto('/api/report/files/forgotten/');
    expect(answer?.headers()['x-robots-tag']).toBe('noindex');
    await expect(page).toHaveURL(/\/file-link\/gone$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('pages:file_link.gone.title'));
    expect(await faults(page, 'a link that is no more')).toEqual([]);
  });

  test('on the screens of daily work', async ({ page, signedIn, api }) => {
    const owner = await api('owner');
    const farm = await owner.farm();
    const schedule = await waitingFeeding(owner, farm);
    const planning = `/app/companies/${farm.company}/farms/${farm.id}/planning`;
    await signedIn('owner');
    const found: string[] = [];
    for (const address of [
      '/app/companies',
      `/app/companies/${farm.company}/farms`,
      planning,
      `${planning}/periods`,
      `${planning}/leftovers`,
      `${planning}/${schedule.id}/record`,
      '/app/stock/needs',
    ]) {
      await settled(page, address);
      found.push(...(await faults(page, address)));
    }
    expect(found).toEqual([]);
  });

  test('on the gallery, the explorer, a month’s end, the count sheet and the palette', async ({ page, signIn, api }) => {
    const owner = await api('owner');
    const { id, company } = await owner.farm();
    const { stock } = await makeFeeds(owner, { id, company }, ['Корм, який видно']);
    await signIn('owner');
    const found: string[] = [];
    for (const address of [
      '/app/reports/gallery',
      ...['check', 'papers', 'close', 'send'].map((step) => `/app/reports/month-end?step=${step}`),
      `/app/companies/${company}/stocks/${stock}?tab=sheet`,
      `/app/companies/${company}/farms/${id}/animal-groups`,
      '/app/stock/deliveries',
      '/app/reports/explorer?row=week,group&measure=delivered,cost',
    ]) {
      await settled(page, address);
      found.push(...(await faults(page, address)));
    }
    await page.getByRole('button', { name: new RegExp(`^${say('reports:filter.measure')}`) }).click();
    await expect(page.getByRole('group', { name: say('explorer:of.loading') })).toBeVisible();
    found.push(...(await faults(page, 'the explorer’s measures')));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    // Letters that no key of an English keyboard has come without a key's press: the field has to be there.
    await expect(page.getByRole('textbox', { name: say('core:palette.open') })).toBeFocused();
    await page.keyboard.type(say('core:menu.feeding'));
    await expect(page.locator('[data-action][data-selected]')).toBeVisible();
    found.push(...(await faults(page, 'the palette')));
    expect(found).toEqual([]);
  });

  for (const report of ['planfeed', 'mixer-loads']) {
    test(`on the report ${report}`, async ({ page, signedIn }) => {
      await signedIn('owner');
      await settled(page, `/app/reports/${report}`);
      await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
      expect(await faults(page, report)).toEqual([]);
    });
  }
});
