import { writeFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import type { ingredients } from '#contract/operations/ingredients.ts';
import type { RowOf } from '#contract/resource.ts';
import { ImportPage } from '#tests/e2e/pages/import-page.ts';
import { makeFeeds, receive, restOf } from '#tests/e2e/support/feeds.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

/** The max number of rows in a file, which takes the server some seconds. */
const MANY = 10_000;

test('a list is saved, a price changed in the file and imported; a wrong row leaves everything unchanged', async ({
  page,
  signedIn,
  api,
}, info) => {
  const owner = await api('owner');
  const stored = () => owner.get<RowOf<typeof ingredients>[]>('manager/ingredients/?page_size=1000&deleted=false&ordering=name');
  const before = await stored();
  const files = new ImportPage(page);
  await signedIn('owner');
  await page.goto('/app/stock/ingredients');

  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(await (await files.save()).path());
  const path = info.outputPath('list.xlsx');
  await workbook.xlsx.writeFile(path);
  await files.choose(path);
  await expect(files.nothing).toBeVisible();
  await files.close();

  const sheet = workbook.worksheets[0] as ExcelJS.Worksheet;
  const header = sheet.getRow(Number(sheet.views[0]?.state === 'frozen' && sheet.views[0].ySplit));
  const columns = header.values as string[];
  const price = columns.findIndex((text) => text?.startsWith(files.price));
  const id = columns.indexOf(files.id);
  const row = sheet.getRow(header.number + 1);
  const changed = before.find((one) => String(one.id) === String(row.getCell(id).value));
  row.getCell(price).value = (changed?.price ?? 0) + 1;
  sheet.getRow(header.number + 2).getCell(price).value = 'дорого';
  writeFileSync(path, Buffer.from(await workbook.xlsx.writeBuffer()));
  await files.choose(path);
  await expect(files.wrong).toBeVisible();
  await expect(files.confirm(1)).toBeDisabled();
  expect(await stored()).toEqual(before);
  await files.close();

  const second = before.find((one) => String(one.id) === String(sheet.getRow(header.number + 2).getCell(id).value));
  sheet.getRow(header.number + 2).getCell(price).value = second?.price ?? 0;
  writeFileSync(path, Buffer.from(await workbook.xlsx.writeBuffer()));
  await files.choose(path);
  await files.confirm(1).click();
  await expect(files.dialog).toBeHidden();
  const after = await stored();
  expect(after.filter((one, index) => one.price !== before[index]?.price).map((one) => [one.id, one.price])).toEqual([
    [changed?.id, (changed?.price ?? 0) + 1],
  ]);
});

test('a large file of deliveries is given up half way: nothing of it stays, and the list is as it was', async ({
  page,
  signedIn,
  api,
}, info) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const { feeds } = await makeFeeds(owner, farm, ['Корм великого файлу']);
  const [feed] = feeds as [(typeof feeds)[0]];
  await receive(owner, farm, feed, 77);
  const stored = () => owner.get<object[]>('manager/deliveries/?page_size=1000&ordering=-delivered_at');
  const before = await stored();
  const field = (key: string) => say(`operations:deliveries.${key}`);
  const header = ['ingredient', 'delivered_at', 'type', 'weight', 'price', 'farm'].map(field);
  const rows = Array.from({ length: MANY }, (_, index) => [
    feed.name,
    `${farm.today} 00:01`,
    field('types.delivery'),
    // Near to what the feed usually has, or the import would ask; no two alike.
    (60 + index / 1000).toFixed(3).replace('.', ','),
    2,
    farm.name,
  ]);
  const path = info.outputPath('deliveries.csv');
  writeFileSync(path, [header, ...rows].map((cells) => cells.join(';')).join('\r\n'));

  await signedIn('owner');
  await page.goto('/app/stock/deliveries');
  const list = page.locator('main tbody tr');
  await expect(list.first()).toContainText(feed.name);
  const shown = await list.allTextContents();
  const files = new ImportPage(page);
  await files.choose(path);
  const take = files.confirm(MANY, 'many');
  await expect(take).toBeEnabled();
  await take.click();
  // Beyond what sending the rows counts for: the server is at its writing, and far from its end.
  await expect(files.writing).toHaveAttribute('aria-valuenow', /^(1[1-9]|[2-6]\d)$/);
  await files.cancel();
  await expect(files.cancelled).toBeVisible();

  // The preview is checked once more: all rows would still be new.
  await expect(take).toBeEnabled();
  await expect(files.dialog.getByRole('switch')).toHaveCount(0);
  await files.close();
  await expect(files.dialog).toBeHidden();
  expect(await list.allTextContents()).toEqual(shown);
  expect(await stored()).toEqual(before);
  expect(await restOf(owner, feed)).toBe(77);
});
