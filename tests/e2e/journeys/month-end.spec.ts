import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { unzipSync } from 'fflate';
import type { MonthEndFarm } from '#contract/reports/month-end.ts';
import { makeFeeds } from '#tests/e2e/support/feeds.ts';
import { Hand } from '#tests/e2e/support/hand.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const word = (key: string, values: Record<string, string | number> = {}) => say(`pages:month_end.${key}`, values);

test('a month of three farms is checked, reviewed, closed and downloaded in eight clicks from the first page on', async ({
  page,
  signIn,
  api,
}) => {
  const owner = await api('owner');
  const { id, company } = await owner.farm();
  for (const name of ['Ферма місяця 1', 'Ферма місяця 2']) await owner.create('manager/farms/', { company, name });
  const farms = await owner.get<MonthEndFarm[]>('report/month-end/matrix/');
  expect(farms.length).toBeGreaterThanOrEqual(3);
  const month = farms[0]?.months[1]?.month ?? '';
  const template = { headings: {}, order: [], accounts: { credit: '208', debit: '232', supplier: '631' } };
  await owner.create('report/additional/', { farm: id, kind: 'blank', name: 'Бланк місяця', report_type: 'accounting_movement', template });
  const { feeds } = await makeFeeds(owner, { id, company }, ['Корм кінця місяця']);
  const delivery = {
    farm: id,
    delivery_type: 'delivery',
    ingredient: feeds[0]?.id,
    value: 1000,
    price: 3,
    delivered_at: `${month}-10T09:00:00Z`,
  };
  await owner.create('manager/deliveries/', delivery);
  await signIn('owner');
  const hand = new Hand(page);
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const next = (step: string) => hand.click(button(word('next', { step: word(`step.${step}`) })));

  await hand.click(page.locator('aside nav').getByRole('link', { name: say('core:menu.month'), exact: true }));
  await expect(page.getByRole('tab', { name: word('step.check'), selected: true })).toBeVisible();
  await next('papers');
  await expect(page.getByText('Бланк місяця').first()).toBeVisible();
  await next('close');
  await hand.click(button(/— ферм: \d+$/));
  // The delivery's store isn't counted, so open checks are listed once.
  await hand.click(button(word('close_anyway')));
  await expect(page.getByText(word('closed_all'))).toBeVisible();
  await next('send');
  const saved = page.waitForEvent('download');
  await hand.click(button(word('zip')));
  const papers = unzipSync(readFileSync(await (await saved).path()));
  expect(Object.keys(papers).join()).toContain('Бланк місяця');
  expect(hand.clicks).toBeLessThanOrEqual(8);

  // Other journeys work in any month.
  for (const { farm } of farms) await owner.create('manager/months/reopen/', { farm, month, reason: 'Перевірка' });
});
