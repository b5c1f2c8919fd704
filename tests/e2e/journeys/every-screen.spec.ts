import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { listAddresses } from '#tests/e2e/support/addresses.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** The screens are shared out among so many tests, which go side by side. */
const PARTS = 4;
/** Screens of the server's staff, without a client. */
const OF_STAFF = ['clients', 'consultants', 'users', 'activities', 'mail', 'mixer-db', 'compare'].map((route) => `/app/${route}`);

/** The faults of a screen in the light; in the dark only its colours differ. */
async function findFaults(page: Page, address: string): Promise<string[]> {
  const found: string[] = [];
  await page.goto(address);
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await standing(page);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (beyond > 0) found.push(`${address}, ${size.width}: ${beyond} px wider than the screen`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
      const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
      const { violations } = await (colorScheme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze();
      for (const { id, impact, nodes } of violations)
        found.push(
          `${address}, ${size.width}, ${colorScheme}, ${impact}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n    ')}`,
        );
    }
  }
  return found;
}

async function findAll(page: Page, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) found.push(...(await findFaults(page, address)));
  return found;
}

test.describe('axe finds nothing at both widths, by day and by night, and no page is wider than the screen,', () => {
  for (let part = 0; part < PARTS; part += 1) {
    test(`on every screen of a client, part ${part + 1} of ${PARTS}`, async ({ page, signedIn, api }) => {
      const farm = await (await api('owner')).farm();
      const addresses = listAddresses(farm).filter((one) => !OF_STAFF.includes(one));
      expect(addresses.length).toBeGreaterThan(80);
      await signedIn('owner');
      expect(
        await findAll(
          page,
          addresses.filter((_, at) => at % PARTS === part),
        ),
      ).toEqual([]);
    });
  }

  test('on the screens of the server’s staff', async ({ page, signedIn }) => {
    await signedIn('root');
    expect(await findAll(page, OF_STAFF)).toEqual([]);
  });
});
