import { LongListPage } from '#tests/e2e/pages/long-list-page.ts';
import type { Api } from '#tests/e2e/support/api.ts';
import { print } from '#tests/e2e/support/paper.ts';
import { CLIENT } from '#tests/e2e/support/people.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const ROWS = 10_000;
/** The max number of rows that the server handles well within a request's time on a busy machine. */
const AT_ONCE = 2_500;

interface Made {
  id: number;
}

/** A farm of its own in another client than the other journeys', so that nothing else is touched; the heaviest delivery is the newest. */
async function deliverMuch(api: Api) {
  const clients = await api.get<(Made & { company_name: string })[]>('dashboard/clients/');
  const client = clients.find(({ company_name }) => company_name !== CLIENT)?.id ?? 0;
  const at = `dashboard/clients/${client}/manager`;
  const company = await api.create<Made>(`${at}/companies/`, { name: 'Довгий список' });
  const farm = await api.create<Made>(`${at}/farms/`, { company: company.id, name: 'Довгий список', timezone: 'Europe/Kyiv' });
  const stock = await api.create<Made>(`${at}/stocks/`, { company: company.id, farm: farm.id, name: 'Довгий список' });
  const [type] = await api.get<Made[]>(`${at}/ingtedienttypes/list/`);
  const feed = { farm: farm.id, stock: stock.id, type: type?.id, name: 'Корм', price: 1, dry_matter: 90 };
  const { id: ingredient } = await api.create<Made>(`${at}/ingredients/`, feed);
  const started = Date.now() - ROWS * 60_000;
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    delivery_type: 'delivery',
    ingredient,
    value: index + 1,
    price: 1,
    delivered_at: new Date(started + index * 60_000).toISOString(),
  }));
  for (let from = 0; from < ROWS; from += AT_ONCE) {
    await api.create(`${at}/deliveries/import/`, { farm: farm.id, rows: rows.slice(from, from + AT_ONCE) });
  }
  return { client, farm: farm.id, one: { farm: farm.id, delivery_type: 'delivery', ingredient, value: 12_345, price: 1 }, at };
}

test('ten thousand deliveries are one list: any place is a moment away, and stays', async ({ page, signedIn, api }) => {
  const admin = await api('admin');
  const { client, farm, one, at } = await deliverMuch(admin);
  await signedIn('admin');
  const list = new LongListPage(page, say('operations:deliveries.title'));
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/manager/deliveries/?') && asked.push(request.url()));
  const address = `/app/clients/${client}/stock/deliveries?farm=${farm}`;
  const shown = (from: RegExp) => expect(page.getByText(from)).toBeVisible();

  await test.step('only visible rows are rendered and fetched', async () => {
    await page.goto(address);
    await expect(list.row(0)).toContainText(/10\s000/);
    expect(await list.drawn.count()).toBeLessThan(60);
    asked.length = 0;
    await list.dragTo(5_000, ROWS);
    await expect(list.row(5_002)).toContainText(/4\s998/);
    expect(await list.drawn.count()).toBeLessThan(60);
    expect(asked.length).toBeLessThan(6);
  });

  await test.step('the address contains the place, for a reload and for going back', async () => {
    await page.goto(`${address}&row=7001`);
    await expect(list.row(7_000)).toContainText(/3\s000/);
    await expect(list.row(7_000)).toBeInViewport();
    await shown(/^7\s001–7\s0\d\d з 10\s000$/);
    await page.goto(`/app/clients/${client}/stock/companies`);
    await expect(page.getByRole('heading', { level: 1, name: say('operations:delivery_companies.title') })).toBeVisible();
    await page.goBack();
    await expect(list.row(7_000)).toBeInViewport();
  });

  await test.step('rows that arrive meanwhile move the others by one, and the place stays', async () => {
    await admin.create(`${at}/deliveries/`, one);
    await shown(/^7\s001–7\s0\d\d з 10\s001$/);
    await expect(list.row(7_000)).toContainText(/3\s001/);
  });

  await test.step('paper has the rows that were fetched around the place, without the gaps between', async () => {
    const { pages, text } = await print(page);
    expect(text).toMatch(/3\s001/);
    expect(pages.length).toBeLessThan(20);
    const rows = pages.flatMap(({ words }) => words.filter((word) => word.text === 'Корм'));
    expect(rows.length).toBeGreaterThan(49);
  });

  await test.step('the keyboard goes to both ends, on a slow machine as well', async () => {
    const machine = await page.context().newCDPSession(page);
    for (const rate of [1, 6]) {
      await machine.send('Emulation.setCPUThrottlingRate', { rate });
      await list.scroller.focus();
      await page.keyboard.press('End');
      await expect(list.row(ROWS)).toBeInViewport();
      await expect.poll(list.below).toBe(0);
      await page.keyboard.press('Home');
      await expect(list.row(0)).toBeInViewport();
      await expect(list.row(0)).toContainText(/12\s345/);
    }
    await machine.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  });

  await test.step('a phone has the same list as cards', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}&row=3001`);
    await expect(list.card(3_000)).toContainText(/7\s001/);
    await expect(list.card(3_000)).toBeInViewport();
    await page.keyboard.press('End');
    await expect(list.card(ROWS)).toBeInViewport();
    await page.keyboard.press('Home');
    await expect(list.card(0)).toBeInViewport();
  });
});
