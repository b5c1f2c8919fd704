import type { Page } from '@playwright/test';
import type { Language } from '#contract/kinds.ts';
import type { MonthEndFarm } from '#contract/reports/month-end.ts';
import { makeFeeds } from '#tests/e2e/support/feeds.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { textOf } from '#tests/support/text-of.ts';

const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

test.use({ hasTouch: true, isMobile: true });

/** Returns what in the window is wider than its place: elements that scroll sideways, and buttons whose words are cut. */
const findTooWide = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('[role=dialog], [role=dialog] *')];
    const isCut = (element: Element) => {
      const { overflowX } = getComputedStyle(element);
      return overflowX !== 'visible' && overflowX !== 'clip' && element.scrollWidth > element.clientWidth + 1;
    };
    return all.filter(isCut).map((element) => `${element.tagName} ${element.textContent?.slice(0, 60)}`);
  });

test('the papers of a closed month fit the width of a phone, and the screen scrolls to a chosen paper', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const { company } = await owner.farm();
  const { id } = await owner.create<{ id: number }>('manager/farms/', { company, name: 'Ферма документів' });
  const month = (await owner.get<MonthEndFarm[]>('report/month-end/matrix/'))[0]?.months[1]?.month ?? '';
  const template = { headings: {}, order: [], accounts: { credit: '208', debit: '232', supplier: '631' } };
  for (const report_type of ['accounting_movement', 'form9'])
    await owner.create('report/additional/', { farm: id, kind: 'blank', name: `Бланк ${report_type}`, report_type, template });
  const { feeds } = await makeFeeds(owner, { id, company }, ['Корм документів']);
  const delivery = { farm: id, delivery_type: 'delivery', ingredient: feeds[0]?.id, value: 1000, price: 3 };
  await owner.create('manager/deliveries/', { ...delivery, delivered_at: `${month}-10T09:00:00Z` });
  await owner.create('manager/months/', { farm: id, month });
  for (const language of ['uk', 'us'] as const satisfies readonly Language[]) {
    const word = (key: string) => textOf(language, `pages:papers.${key}`).replace('{{paper}}', 'Бланк accounting_movement 1/1');
    await signedIn('owner', language);
    for (const phone of PHONES) {
      await page.setViewportSize(phone);
      await page.goto(`/app/reports/months?farm=${id}&year=${month.slice(0, 4)}`);
      await page.getByRole('button', { name: new RegExp(`^${word('open')}: `) }).click();
      const window = page.getByRole('dialog');
      const show = window.getByRole('button', { name: word('show_of'), exact: true });
      await expect(window.getByRole('button', { name: word('issue_of'), exact: true })).toBeVisible();
      expect(await findTooWide(page), `${language} ${phone.width}`).toEqual([]);
      await show.click();
      // The file for the books exists in Ukrainian alone.
      const shown = language === 'uk' ? window.getByRole('status') : window.getByText(textOf(language, 'pages:form.only_uk'));
      await expect(shown).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    }
  }
  await owner.create('manager/months/reopen/', { farm: id, month, reason: 'Перевірка' });
});
