import type { Page } from '@playwright/test';
import { CLIENT, SERVICE_USERS, type Who } from '../support/people.ts';
import { say } from '../support/say.ts';
import { expect, test } from '../support/test.ts';

const REFUSALS = [say('core:access.no_view'), say('core:access.no_ingredients')];

async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A report's charts come after its figures: on a busy machine that takes its time.
  await expect(page.locator('main [data-skeleton], main [aria-busy=true]')).toHaveCount(0, { timeout: 30_000 });
}

/** Goes on by the menu. A screen's entry is marked and the page named as it is drawn, so that nothing of the one before is taken for the one that comes. */
async function follow(page: Page, address: string) {
  if (new URL(page.url()).pathname === address) return;
  await page.evaluate(() => {
    document.title = '';
  });
  const entry = page.locator(`aside nav a[href="${address}"]`);
  await entry.click();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle(/Manger$/);
}

/** What the screen that stands here refuses, and each of its tabs; a tab that is an entry of the menu itself comes in its turn. */
async function refusals(page: Page, screen: string, entries: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  const look = async (what: string) => {
    await settled(page);
    for (const text of REFUSALS) if ((await page.getByText(text, { exact: true }).count()) > 0) found.push(`${what}: ${text}`);
  };
  await look(screen);
  const tabs = page.locator('main').getByRole('tab');
  for (let at = 0; at < (await tabs.count()); at++) {
    const name = (await tabs.nth(at).textContent()) ?? '';
    if (entries.has(name)) continue;
    await tabs.nth(at).click();
    // What it shows may have to be fetched first; until then the one before stays.
    await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true');
    await look(`${screen}, ${name}`);
  }
  return found;
}

test.describe('no entry of the menu leads to a refusal', () => {
  // Every screen there is, one after the other.
  test.describe.configure({ timeout: 240_000 });
  test.use({ actionTimeout: 15_000 });

  // An administrator's menu is the super administrator's without the entries of the installation.
  for (const who of ['root', 'staff', 'consultant', 'owner', 'accountant', 'feeder'] as const satisfies readonly Who[]) {
    test(`for ${who}`, async ({ page, signIn }) => {
      const refused: string[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/api/') && response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
      });
      await signIn(who);
      if (SERVICE_USERS.includes(who)) {
        await page.getByRole('link', { name: CLIENT }).click();
        await expect(page).toHaveURL(/\/app\/clients\/\d+\/companies$/);
      }
      await settled(page);
      const entries = page.locator('aside nav').getByRole('link');
      await expect(entries).not.toHaveCount(0);
      const addresses = await entries.evaluateAll((links) =>
        links.map((link) => [link.textContent ?? '', link.getAttribute('href') ?? '']),
      );
      const names = new Set(addresses.map(([name = '']) => name));
      for (const [name = '', address = ''] of addresses) {
        await follow(page, address);
        refused.push(...(await refusals(page, name, names)));
      }
      expect(refused).toEqual([]);
      console.log(`${who}: ${addresses.length} entries`);
    });
  }
});
