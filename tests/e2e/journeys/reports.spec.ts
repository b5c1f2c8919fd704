import AxeBuilder from '@axe-core/playwright';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { ReportPage } from '#tests/e2e/pages/report-page.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('a report draws its charts, lists its rows and opens down to the weighings', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const report = new ReportPage(page);
  await signedIn('owner');
  await report.open('mixer-loads');
  for (const title of [say('reports:series.deviation_by_operator'), say('reports:series.accuracy_by_ingredient')]) {
    const drawn = report.chart(title).locator('svg .recharts-rectangle, svg .recharts-bar-rectangle').first();
    await expect(drawn).toBeVisible();
    const box = await drawn.boundingBox();
    expect((box?.width ?? 0) * (box?.height ?? 0), title).toBeGreaterThan(20);
  }

  const query = new URL(page.url()).search.slice(1);
  const truth = await owner.report('load', query);
  expect(truth.rows.length).toBeGreaterThan(10);
  await expect(report.counted(truth.rows.length)).toBeVisible();
  const shown = truth.rows.findIndex(({ status }) => status === 'uploaded');
  await report.rows.nth(shown).click();
  await expect(page).toHaveURL(new RegExp(`/app/reports/mixer-loads/${truth.rows[shown]?.id}/detail`));
  const detail = await owner.schedule(Number(truth.rows[shown]?.id));
  await expect(report.rows).toHaveCount(detail.items.length);
  for (const { ingredient_name } of detail.items) await expect(report.grid).toContainText(ingredient_name);
  await expect(report.chart(say('reports:series.weight_curve')).locator('.recharts-line-curve').first()).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(new RegExp(query.replaceAll('+', '\\+')));
  // The focus is where it was left.
  await expect(report.rows.nth(shown).getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(1);
});

test('an address reproduces the shown report', async ({ page, browser, signedIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const report = new ReportPage(page);
  await signedIn('owner');
  await report.open('planfeed');
  await page.getByRole('button', { name: say('reports:filter.add'), exact: true }).click();
  await page.getByRole('button', { name: say('reports:filter.group'), exact: true }).click();
  await page.getByRole('checkbox', { name: 'Сухостій' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/group=\d+/);
  const query = new URL(page.url()).search.slice(1);
  const { rows } = await owner.report('planfeed', query);
  expect(new Set(rows.map(({ group }) => group))).toEqual(new Set(['Сухостій']));
  await expect(report.counted(rows.length)).toBeVisible();

  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const elsewhere = await context.newPage();
  await elsewhere.goto(page.url());
  await expect(new ReportPage(elsewhere).counted(rows.length)).toBeVisible();
  await expect(elsewhere.getByText(`${say('reports:filter.group')}: Сухостій`)).toBeVisible();
  await expect(elsewhere.getByText(farm.name).first()).toBeVisible();
  await context.close();
});

test('a report is used by keyboard', async ({ page, signedIn }) => {
  const report = new ReportPage(page);
  await signedIn('owner');
  await report.open('planfeed');
  await expect(report.rows.first()).toBeVisible();
  await page.getByRole('searchbox', { name: say('reports:grid.search') }).focus();
  await page.keyboard.type('Сухостій');
  await expect(report.rows.first()).toContainText('Сухостій');
  await report.rows.first().getByRole('gridcell').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/planfeed\/[\d-]+_\d+_\d+\/detail/);
});

test('a report without data explains where its data come from', async ({ page, signedIn }) => {
  const report = new ReportPage(page);
  await signedIn('owner');
  await report.open('closeout');
  await expect(page.getByText(say('reports:made_of.closeout'))).toBeVisible();
});

test('a chart opens whole, and days that are chosen in it become the days of the report', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const report = new ReportPage(page);
  await signedIn('owner');
  const today = todayIn('Europe/Kyiv');
  const query = `farm=${farm.id}&planned_on_after=${addDays(today, -14)}&planned_on_before=${addDays(today, -1)}`;
  await report.open('overview', query);
  const card = page.getByRole('region', { name: say('reports:series.cost_by_day'), exact: true });
  await card.getByRole('button', { name: say('pages:chart.open') }).click();
  const dialog = page.getByRole('dialog', { name: say('reports:series.cost_by_day') });
  await expect(dialog.locator('svg .recharts-line-curve').first()).toBeVisible();
  const rows = dialog.getByRole('row');
  await expect(rows.nth(5)).toBeVisible();
  // The first row has the headings. The fourth of the days becomes the first one.
  const [day, month, year] = ((await rows.nth(4).getByRole('button').textContent()) ?? '').split('.');
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  // The first of the days moves by keyboard.
  await dialog.getByRole('slider').first().focus();
  const show = dialog.getByRole('button', { name: new RegExp(say('pages:chart.show_days', { days: '' }).trim()) });
  let shown = '';
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('ArrowRight');
    // The chart moves its brush by the state that it has drawn: a second press before that would be lost.
    await expect(show).not.toHaveText(shown || 'no day');
    shown = (await show.textContent()) ?? '';
  }
  await show.click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`planned_on_after=${year}-${month}-${day}&`));
});
