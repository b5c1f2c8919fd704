import { StockPage } from '#tests/e2e/pages/stock-pages.ts';
import { makeFeeds, receive, restOf } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const FEEDS = Array.from({ length: 12 }, (_, index) => `Корм відомості ${String(index + 1).padStart(2, '0')}`);
const GROUPS = Array.from({ length: 8 }, (_, index) => `Група ${index + 1}`);

test('twelve feeds are counted by twelve weights and a click, heads of eight groups by eight numbers', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const { id, company } = await owner.farm();
  const { stock, feeds } = await makeFeeds(owner, { id, company }, FEEDS);
  for (const feed of feeds) await receive(owner, { id, company }, feed, 100);
  const farm = await owner.create<{ id: number }>('manager/farms/', { company, name: 'Ферма переписів' });
  const [type] = await owner.get<{ id: number }[]>('manager/animaltypes/list/');
  const groups: { id: number }[] = [];
  for (const name of GROUPS) {
    groups.push(await owner.create('manager/groups/', { farm: farm.id, name, animal_type: type?.id, animal_count: 50 }));
  }
  await signedIn('owner');
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const count = (window as unknown as { countClick: () => void }).countClick;
    document.addEventListener('click', (event) => event.isTrusted && count(), true);
  });

  await test.step('count', async () => {
    const shown = new StockPage(page);
    await page.goto(`/app/companies/${company}/stocks/${stock}?tab=sheet`);
    await expect(shown.found(FEEDS[0]!)).toBeFocused();
    for (const index of FEEDS.keys()) await page.keyboard.type(`${90 + index}\n`);
    await shown.post();
    expect(clicks).toBe(1);
    expect(await Promise.all(feeds.map((feed) => restOf(owner, feed)))).toEqual(FEEDS.map((_, index) => 90 + index));
  });
  await test.step('heads', async () => {
    await page.goto(`/app/companies/${company}/farms/${farm.id}/animal-groups`);
    clicks = 0;
    await page.getByRole('textbox', { name: say('pages:groups.heads_of', { name: GROUPS[0]! }), exact: true }).click();
    for (const index of GROUPS.keys()) await page.keyboard.type(`${60 + index}\n`);
    expect(clicks).toBe(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const heads = async () =>
      (await owner.get<{ animal_count: number }[]>(`manager/groups/?farm=${farm.id}&ordering=name`)).map(
        ({ animal_count }) => animal_count,
      );
    await expect.poll(heads).toEqual(GROUPS.map((_, index) => 60 + index));
  });
});
