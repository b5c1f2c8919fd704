import { missingOnPaper, print } from '#tests/e2e/support/paper.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { goTo, walkMenu } from '#tests/e2e/support/walk-menu.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a day on paper is the whole day, without what is pressed and chosen from', async ({ page, signedIn, api }) => {
  const farm = await (await api('owner')).farm();
  await signedIn('owner');
  // As narrow as where what is finished folds, and what comes next stands at the thumb.
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.goto(`/app/companies/${farm.company}/farms/${farm.id}/planning`);
  await standing(page);
  // Before the first feeding is finished there is nothing to fold.
  const fold = page.getByRole('button', { name: say('operations:planning.finished'), expanded: false }).first();
  if ((await fold.count()) > 0) {
    const cards = page.locator('main section ul > li');
    const seen = await cards.count();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect.poll(() => cards.count()).toBeGreaterThan(seen);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(cards).toHaveCount(seen);
  }
  const { text } = await print(page);
  expect(text).toContain(say('operations:planning.title'));
  expect(text).not.toContain(say('pages:planning_range.until'));
  expect(text).not.toContain(say('operations:planning.next_load'));
});

test('every screen of the menu stands on paper, one after the other, by night as well', async ({ page, signIn, api }) => {
  test.setTimeout(240_000);
  const farm = await (await api('owner')).farm();
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn('owner');
  await expect(page.locator('aside nav a[href*="/farms/"]')).not.toHaveCount(0);
  await standing(page);
  const addresses = (await walkMenu(page)).screens.map(([, address]) => address);
  expect(addresses.length).toBeGreaterThan(30);

  const lacking: Record<string, string[]> = {};
  let words = 0;
  // A report first: what belongs to its sheet must not hide the screens that come after it.
  for (const address of ['/app/reports/planfeed', ...addresses]) {
    await goTo(page, address);
    await standing(page, { entry: address });
    const { missing, looked } = await missingOnPaper(page);
    if (missing.length > 0) lacking[address] = missing;
    words += looked;
  }
  expect(lacking).toEqual({});
  expect(words).toBeGreaterThan(addresses.length * 2);

  await test.step('what is pressed or chosen from is not printed, and nothing is cut', async () => {
    await page.goto(`/app/companies/${farm.company}/farms/${farm.id}/animal-groups`);
    await standing(page);
    const { text } = await print(page);
    expect(text).not.toContain(say('core:actions.search'));
    expect(text).not.toContain('…');
  });
});
