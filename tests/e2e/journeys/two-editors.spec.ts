import { RationPage } from '#tests/e2e/pages/ration-page.ts';
import { makeFeeds } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

// The browser also logs a refused save.
test.use({ expectedComplaints: ['409'] });

interface Ration {
  id: number;
  name: string;
  version: number;
  items: { percent: number }[];
}

test('two people edit the same ration: the second sees both versions and keeps the input', async ({ page, browser, signedIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const { feeds } = await makeFeeds(owner, farm, ['Сіно двох', 'Солома двох']);
  const items = feeds.map(({ id }, index) => ({ ingredient: id, percent: index === 0 ? 60 : 40 }));
  const ration = await owner.create<Ration>('manager/rations/', { farm: farm.id, name: 'Спільний раціон', rounding: 1, items });
  const standing = () => owner.get<Ration>(`manager/rations/${ration.id}/`);

  await signedIn('owner');
  const session = await page.context().storageState();
  const other = await (await browser.newContext({ storageState: session })).newPage();
  const [first, second] = [new RationPage(page), new RationPage(other)];
  await first.open(farm, ration.id);
  await second.open(farm, ration.id);
  await expect(second.name).toHaveValue('Спільний раціон');
  await second.name.fill('Раціон другої людини');

  await first.share('Сіно двох').fill('55');
  await first.share('Солома двох').fill('45');
  await first.save.click();
  await expect.poll(async () => (await standing()).version).toBe(ration.version + 1);

  await second.save.click();
  await expect(second.conflict).toBeVisible();
  await expect(second.name).toHaveValue('Раціон другої людини');
  expect((await standing()).name).toBe('Спільний раціон');

  await second.answer('compare');
  await expect(second.compared(say('operations:rations.name'))).toHaveText([
    say('operations:rations.name'),
    'Раціон другої людини',
    'Спільний раціон',
  ]);
  await expect(second.compared(say('pages:recipe.title')).nth(1)).toContainText('60');
  await expect(second.compared(say('pages:recipe.title')).nth(2)).toContainText('55');

  await second.answer('keep');
  await expect(second.conflict).toBeHidden();
  await expect(second.name).toHaveValue('Раціон другої людини');
  await second.save.click();
  await expect.poll(async () => (await standing()).version).toBe(ration.version + 2);
  expect(await standing()).toMatchObject({ name: 'Раціон другої людини', items: [{ percent: 60 }, { percent: 40 }] });
  // The first, without unsaved changes, sees it automatically.
  await expect(first.name).toHaveValue('Раціон другої людини');
  await other.context().close();
});
