import { ImportPage } from '#tests/e2e/pages/import-page.ts';
import type { Api } from '#tests/e2e/support/api.ts';
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
  await dialog.getByRole('combobox', { name: say('import:for_all', { name: say('operations:deliveries.type') }) }).selectOption('delivery');
  await expect(dialog.getByText(/Тиждень 45, Тиждень 46, Тиждень 47/)).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Тиждень 45: 2/ })).toContainText(/9.800/);
  await files.close();

  await page.setViewportSize(PHONE);
  await files.choose(`${PUBLIC}/accountant.xlsx`);
  await expect(dialog.getByRole('combobox', { name: /ФГ "Лука"$/ })).toBeVisible();
  await expect(dialog.getByText(/10, 11/)).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'ФГ "Лука"' }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  const inner = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(inner).toBeLessThanOrEqual(0);
});

/** Names on the farm for the names of the files. */
const MATCHES = {
  'Corn Silage': 'Силос файлів',
  Haylage: 'Сінаж файлів',
  'Soy Meal': 'Шрот соєвий',
  'Mixer A': 'Міксер файлів',
  'Pen 1': 'Роздій 1',
};

/** A farm with the feeds, the mixer and the groups that the files name in their own words. */
async function makeFileFarm(owner: Api, name: string) {
  const { company } = await owner.farm();
  const farm = await owner.create<{ id: number }>('manager/farms/', { company, name });
  const stock = await owner.create<{ id: number }>('manager/stocks/', {
    company,
    farm: farm.id,
    name: `Склад: ${name}`,
    capacity: 100_000,
  });
  const [type] = await owner.get<{ id: number }[]>('manager/ingtedienttypes/list/');
  const [animal] = await owner.get<{ id: number }[]>('manager/animaltypes/list/');
  const feeds = {
    'Силос файлів': 2,
    'Силос кукурудзяний': 2,
    'Сінаж файлів': 3,
    'Ячмінь дроблений': 8,
    'Шрот соєвий': 20,
    'Сіно лучне': 4,
  };
  for (const [feed, price] of Object.entries(feeds)) {
    await owner.create('manager/ingredients/', { farm: farm.id, stock: stock.id, type: type?.id, name: feed, price, dry_matter: 40 });
  }
  for (const group of ['Роздій 1', 'Новотільні файлів']) {
    await owner.create('manager/groups/', { farm: farm.id, name: group, animal_type: animal?.id, animal_count: 100 });
  }
  await owner.create('manager/mixers/', { farm: farm.id, name: 'Міксер файлів', max_weight: 9000 });
  const at = (path: string) => `/app/companies/${company}/farms/${farm.id}/${path}`;
  const read = <T>(path: string) => owner.get<T[]>(`${path}/?farm=${farm.id}&page_size=100`);
  return { at, read };
}

test('loads, measurements and milk of other programs are written by clicks, with the figures of the files', async ({
  page,
  signedIn,
  api,
}) => {
  const { at, read } = await makeFileFarm(await api('owner'), 'Ферма файлів');
  const files = new ImportPage(page);
  await signedIn('owner');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('loads', async () => {
    await page.goto(at('planning/import'));
    await page.locator('input[type=file]').setInputFiles([`${PUBLIC}/tmr-tracker-ingredients.csv`, `${PUBLIC}/tmr-tracker-pens.csv`]);
    for (const [name, own] of Object.entries(MATCHES)) await files.match(name, own);
    await button(say('import:match.check')).click();
    await button(say('pages:load_import.write', { shown: 1 })).click();
    await expect(page.getByText(say('pages:load_import.done', { shown: 1 }))).toBeVisible();
    const weights = (list: { weight_plan: number; weight_fact: number }[]) =>
      list.map(({ weight_plan, weight_fact }) => [weight_plan, weight_fact]);
    const loads = await read<{ planned_on: string; ration_name: string; items: []; groups: [] }>('schedule/schedules');
    expect(loads.map(({ planned_on, ration_name, items, groups }) => [planned_on, ration_name, weights(items), weights(groups)])).toEqual([
      [
        ...['2026-11-18', 'High Cow'],
        [
          [1850, 1862],
          [920, 915],
          [310, 311],
        ],
        [[3080, 3071]],
      ],
    ]);
  });

  await test.step('dry matter of a laboratory', async () => {
    await page.goto(at('planning/dry-matter'));
    await files.choose(`${PUBLIC}/lab-analyses.csv`);
    await files.match('Haylage pit 2', 'Сінаж файлів');
    await files.write(2);
    const measured = await read<{ ingredient_name: string; percent: number }>('manager/drymatter');
    expect(measured.map(({ ingredient_name, percent }) => [ingredient_name, percent]).toSorted()).toEqual([
      ['Силос кукурудзяний', 33.6],
      ['Сінаж файлів', 44.8],
    ]);
  });

  await test.step('milk of a control day', async () => {
    await page.goto(at('milk'));
    await files.choose(`${PUBLIC}/dhi-test-day.csv`, say('operations:milk.title'));
    await files.match('Fresh cows', 'Новотільні файлів');
    await files.write(2);
    const milk = await read<{ day: string; group_name: string; kg: number; fat: number; protein: number }>('manager/milk');
    expect(milk.map(({ day, group_name, kg, fat, protein }) => [day, group_name, kg, fat, protein]).toSorted()).toEqual([
      ['2026-11-20', 'Новотільні файлів', 1623.861, 4.1, 3.33],
      ['2026-11-20', 'Роздій 1', 4558.83, 3.85, 3.21],
    ]);
  });
});

test('an accountant’s register and a laboratory’s analyses are written by clicks, with the figures of the files', async ({
  page,
  signedIn,
  api,
}) => {
  // A name of its own: one worker may go through both journeys.
  const name = 'Ферма реєстру';
  const { read } = await makeFileFarm(await api('owner'), name);
  const files = new ImportPage(page);
  const { dialog } = files;
  await signedIn('owner');
  const chooseFarm = async () => {
    await dialog.getByRole('combobox', { name: say('import:farm') }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };

  await test.step('a register with totals and signatures', async () => {
    await page.goto('/app/stock/deliveries');
    await files.choose(`${PUBLIC}/accountant.xlsx`);
    await chooseFarm();
    await dialog.getByRole('button', { name: `${say('import:match.add')}: ФГ "Лука"` }).click();
    await dialog
      .getByRole('combobox', { name: say('import:for_all', { name: say('operations:deliveries.type') }) })
      .selectOption('delivery');
    await files.write(3);
    const delivered = await read<{ ingredient_name: string; company_name: string; value: number; price: number; delivered_at: string }>(
      'manager/deliveries',
    );
    const rows = delivered.map((row) => [row.delivered_at.slice(0, 10), row.ingredient_name, row.company_name, row.value, row.price]);
    expect(rows.toSorted()).toEqual([
      [expect.any(String), 'Ячмінь дроблений', 'ТОВ «Зерно Небувале»', 12_400, 8.1],
      [expect.any(String), 'Сіно лучне', 'ФГ "Лука"', 4500, 3.9],
      [expect.any(String), 'Шрот соєвий', 'ТОВ «Зерно Небувале»', 9800, 21],
    ]);
  });

  await test.step('analyses of a laboratory', async () => {
    await page.goto('/app/stock/analyses');
    await files.choose(`${PUBLIC}/lab-analyses.csv`);
    await chooseFarm();
    await files.match('Haylage pit 2', 'Сінаж файлів');
    await files.write(2);
    const analysed = await read<{
      ingredient_name: string;
      lot: string;
      dry_matter: number;
      values: { nutrient_name: string; value: number }[];
    }>('manager/analyses');
    expect(analysed.map(({ ingredient_name, lot, dry_matter }) => [ingredient_name, lot, dry_matter]).toSorted()).toEqual([
      ['Силос кукурудзяний', '28815210', 33.6],
      ['Сінаж файлів', '28815220', 44.8],
    ]);
    const protein = analysed.map(({ values }) => values.find(({ value }) => value === 8.1 || value === 19.8)?.value);
    expect(protein.toSorted()).toEqual([19.8, 8.1]);
  });
});
