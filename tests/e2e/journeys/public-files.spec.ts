import { ImportPage } from '#tests/e2e/pages/import-page.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const PUBLIC = 'tests/incoming/public';
const PHONE = { width: 390, height: 844 };

test('files of other programs are read in the browser: loads, analyses, milk, an accountant’s register and a sheet a week', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const onFarm = (path: string) => `/app/companies/${farm.company}/farms/${farm.id}/${path}`;
  const files = new ImportPage(page);
  const { dialog } = files;
  await signedIn('owner');

  await page.goto(onFarm('planning/import'));
  await page.locator('input[type=file]').setInputFiles([`${PUBLIC}/tmr-tracker-ingredients.csv`, `${PUBLIC}/tmr-tracker-pens.csv`]);
  await expect(page.getByText('TMR Tracker').last()).toBeVisible();
  await expect(page.getByRole('combobox', { name: /Corn Silage$/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /Pen 1$/ })).toBeVisible();

  await page.goto(onFarm('planning/dry-matter'));
  await files.choose(`${PUBLIC}/lab-analyses.csv`);
  await expect(dialog.getByRole('row', { name: /Haylage pit 2/ })).toContainText('44,8');
  await expect(dialog.getByRole('alert')).toContainText(say('import:fix.names'));
  await files.close();

  await page.goto('/app/stock/deliveries');
  await files.choose(`${PUBLIC}/sheet-a-week.xlsx`);
  await dialog.getByRole('combobox', { name: say('import:farm') }).click();
  await page.getByRole('option', { name: farm.name }).click();
  await dialog.getByRole('combobox', { name: say('import:for_all', { name: say('operations:deliveries.type') }) }).selectOption('delivery');
  await expect(dialog.getByText(/Тиждень 45, Тиждень 46, Тиждень 47/)).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Тиждень 45: 2/ })).toContainText(/9.800/);
  await files.close();

  await page.setViewportSize(PHONE);
  await files.choose(`${PUBLIC}/accountant.xlsx`);
  await dialog.getByRole('combobox', { name: say('import:farm') }).click();
  await page.getByRole('option', { name: farm.name }).click();
  await expect(dialog.getByRole('combobox', { name: /ФГ "Лука"$/ })).toBeVisible();
  await expect(dialog.getByText(/10, 11/)).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'ФГ "Лука"' }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  const inner = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(inner).toBeLessThanOrEqual(0);
});
