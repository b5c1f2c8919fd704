import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { StockPage } from '#tests/e2e/pages/stock-pages.ts';
import { makeFeeds, receive, restOf } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const FEEDS = Array.from({ length: 12 }, (_, index) => `Корм у тюках ${String(index + 1).padStart(2, '0')}`);
const PACK = 'Тюк обліковий';

test('twelve feeds are counted in bales by twelve numbers and a click', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const { id, company, today } = await owner.farm();
  const { stock, feeds } = await makeFeeds(owner, { id, company }, FEEDS);
  for (const feed of feeds) {
    await receive(owner, { id, company }, feed, 10_000);
    await owner.create('manager/packs/', { ingredient: feed.id, name: PACK, from: today, kg: 250 });
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
  const shown = new StockPage(page);
  await page.goto(`/app/companies/${company}/stocks/${stock}?tab=sheet`);
  await expect(shown.found(FEEDS[0]!)).toBeFocused();
  for (const index of FEEDS.keys()) await page.keyboard.type(`${30 + index}\n`);
  await shown.post();
  expect(clicks).toBe(1);
  expect(await Promise.all(feeds.map((feed) => restOf(owner, feed)))).toEqual(FEEDS.map((_, index) => (30 + index) * 250));
});

test.describe('at the mixer', () => {
  test.use({
    serviceWorkers: 'allow',
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 560 },
    expectedComplaints: ['ERR_INTERNET_DISCONNECTED'],
  });

  test('two bales are loaded on a phone without a network, and the server weighs them', async ({ page, signedIn, api }) => {
    const owner = await api('owner');
    const farm = await owner.farm();
    const [mixer] = await owner.mixers(farm.id);
    const groups = [{ name: 'Сухостій', weight_per_head: 8 }];
    const schedule = await owner.plan(farm.id, farm.today, { ration: 'Сухостій', mixer: mixer?.id ?? 0, groups });
    const [first] = schedule.items;
    if (!first) throw new Error('The ration has no ingredients');
    const kg = Math.max(2, Math.round(first.weight_plan / 4) * 2);
    const [known] = await owner.get<{ name: string }[]>(`manager/packs/?ingredient=${first.ingredient}`);
    const name = known?.name ?? PACK;
    const made = await owner.create<{ id: number }>('manager/packs/', { ingredient: first.ingredient, name, from: farm.today, kg });
    await signedIn('feeder');
    const recording = new RecordingPage(page);
    await recording.open(farm, schedule.id);
    await recording.expectReady();
    await recording.beginLoad();
    const line = recording.line(first.ingredient_name);
    const way = line.getByText(name, { exact: true }).first();
    await expect(way).toBeVisible();
    await page.context().setOffline(true);
    await way.tap();
    await line.getByRole('button', { name: '2', exact: true }).tap();
    await expect(line.getByText(`2 × `)).toBeVisible();
    const next = line.getByRole('button', { name: say('pages:recording.next') });
    await expect(next).toBeInViewport({ ratio: 1 });
    await next.tap();
    await page.context().setOffline(false);
    const stored = async () => (await owner.schedule(schedule.id)).items.find(({ ingredient }) => ingredient === first.ingredient);
    await expect.poll(async () => (await stored())?.packs).toBe(2);
    expect(await stored()).toMatchObject({ pack: name, pack_kg: kg, weight_fact: 2 * kg });
    await owner.remove(`manager/packs/${made.id}/`);
  });
});
