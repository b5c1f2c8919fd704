import { writeFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import type { ingredients } from '../../../contract/operations/ingredients.ts';
import type { RowOf } from '../../../contract/resource.ts';
import { ImportPage } from '../pages/import-page.ts';
import { expect, test } from '../support/test.ts';

test('a list is saved, a price changed in the file and taken in; a wrong row leaves all as it was', async ({ page, signIn, api }, info) => {
  const owner = await api('owner');
  const stored = () => owner.get<RowOf<typeof ingredients>[]>('manager/ingredients/?page_size=1000&deleted=false&ordering=name');
  const before = await stored();
  const files = new ImportPage(page);
  await signIn('owner');
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
