import { print } from '#tests/e2e/support/paper.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('a day on paper is the whole day, without controls', async ({ page, signedIn, api }) => {
  const farm = await (await api('owner')).farm();
  await signedIn('owner');
  // As narrow as the layout in which finished feedings collapse and the next one is at the bottom.
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

test('controls are not printed, and nothing is cut', async ({ page, signedIn, api }) => {
  const farm = await (await api('owner')).farm();
  await signedIn('owner');
  await page.goto(`/app/companies/${farm.company}/farms/${farm.id}/animal-groups`);
  await standing(page);
  const { text } = await print(page);
  expect(text).not.toContain(say('core:actions.search'));
  expect(text).not.toContain('…');
});
