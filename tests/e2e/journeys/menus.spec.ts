import type { Page } from '@playwright/test';
import { MODULES, type Rights, rightsOf } from '#contract/access.ts';
import { missingOnPaper } from '#tests/e2e/support/paper.ts';
import { CLIENT, SERVICE_USERS, type Who } from '#tests/e2e/support/people.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing, type Wanted } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { goTo, walkMenu } from '#tests/e2e/support/walk-menu.ts';

const REFUSALS = [say('core:access.no_view'), say('core:access.no_ingredients')];

/** The requests refused on this entry's screen and on each of its tabs; a tab with an entry of its own is checked there. */
async function refusals(page: Page, [screen, address]: [string, string], entries: ReadonlySet<string>): Promise<string[]> {
  const [first, ...others] = REFUSALS.map((text) => page.getByText(text, { exact: true }));
  const refused = others.reduce((any, one) => any.or(one), first!);
  const found: string[] = [];
  const visit = async (what: string, wanted: Wanted) => {
    const tabs = await standing(page, wanted);
    found.push(...(await refused.allTextContents()).map((text) => `${what}: ${text}`));
    return tabs;
  };
  let tabs = await visit(screen, { entry: address });
  for (let at = 0; at < tabs.length; at++) {
    const name = tabs[at] ?? '';
    if (entries.has(name)) continue;
    await page.locator('main').getByRole('tab').nth(at).click();
    tabs = await visit(`${screen}, ${name}`, { tab: at });
  }
  return found;
}

/** Elements whose colours animate on a change of the scheme; a page full of them spends its time on styles. */
const movesBy = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.colorScheme = 'dark';
    document.body.style.color = 'red';
    return document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length;
  });

/** The people whose screens inside the same client were checked so far. */
const walkers: { who: Who; addresses: string[] }[] = [];
const rightsBy = (who: Who): Rights => rightsOf(who === 'root' ? 'admin' : who, who === 'root', MODULES);
const holdsAll = (who: Who, other: Who) =>
  Object.entries(rightsBy(other)).every(([item, letters]) => [...letters].every((letter) => rightsBy(who)[item]?.includes(letter)));

/** The person whose screens are also checked on paper, one after the other: the print sheet of a report must not hide later screens. */
const ON_PAPER: Who = 'owner';

/** Signs in, opens each screen of the menu, and expects no refusal in any. */
async function walkEveryScreen(who: Who, page: Page, signIn: (who: Who) => Promise<void>): Promise<void> {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/') && response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  if (who === ON_PAPER) await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(who);
  if (SERVICE_USERS.includes(who)) {
    await page.getByRole('table').getByRole('link', { name: CLIENT }).click();
    await expect(page).toHaveURL(/\/app\/clients\/\d+\/companies$/);
  }
  await standing(page);
  await expect(page.locator('aside nav').getByRole('link')).not.toHaveCount(0);
  // A farm's screens come into the menu when the farms are known, all at once; the accountant has none.
  if (who !== 'accountant') await expect(page.locator('aside nav a[href*="/farms/"]')).not.toHaveCount(0);
  const { entries, screens } = await walkMenu(page);
  expect(entries).toBeLessThanOrEqual(SERVICE_USERS.includes(who) ? 8 : 7);
  const names = new Set(screens.map(([name]) => name));
  const lacking: Record<string, string[]> = {};
  let words = 0;
  // A person with all rights of another is refused nothing that the other could open.
  const alike = walkers.filter((other) => SERVICE_USERS.includes(who) && holdsAll(who, other.who)).flatMap(({ addresses }) => addresses);
  const others = screens.filter(([, address]) => !alike.includes(address));
  for (const [name, address] of others) {
    await goTo(page, address);
    if (who === ON_PAPER) {
      await standing(page, { entry: address });
      const { missing, looked } = await missingOnPaper(page);
      if (missing.length > 0) lacking[address] = missing;
      words += looked;
    }
    refused.push(...(await refusals(page, [name, address], names)));
  }
  expect(refused).toEqual([]);
  expect(others).not.toHaveLength(0);
  if (SERVICE_USERS.includes(who)) walkers.push({ who, addresses: screens.map(([, address]) => address) });
  if (who === ON_PAPER) {
    expect(lacking, 'what is missing on paper').toEqual({});
    expect(screens.length).toBeGreaterThan(30);
    expect(words).toBeGreaterThan(screens.length * 2);
  }
  expect(await movesBy(page)).toBe(0);
  console.log(`${who}: ${entries} entries, ${screens.length} screens, ${others.length} of them looked at`);
}

test.describe('all entries of the menu open', () => {
  test.describe('people who work for several clients', () => {
    // By one worker, in order: a walk leaves out the screens that the walks before it opened.
    test.describe.configure({ mode: 'default' });
    // An administrator's menu is the super administrator's without the entries of the installation.
    for (const who of ['staff', 'consultant', 'root'] as const satisfies readonly Who[])
      test(`all entries of the menu open for ${who}`, ({ page, signIn }) => walkEveryScreen(who, page, signIn));
  });

  for (const who of ['owner', 'accountant', 'feeder'] as const satisfies readonly Who[])
    test(`all entries open for ${who}${who === ON_PAPER ? ', and each screen prints, in dark mode as well' : ''}`, ({ page, signIn }) =>
      walkEveryScreen(who, page, signIn));
});
