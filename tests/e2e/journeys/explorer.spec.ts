import { ReportPage } from '#tests/e2e/pages/report-page.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('the explorer shows chosen measures by chosen rows, links to the weighings, is saved, and shows missing records', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const report = new ReportPage(page);
  const bar = page.getByRole('search', { name: say('reports:filter.title') });
  const query = () => new URL(page.url()).searchParams;
  await signedIn('owner');

  await test.step('a fixed report opens in it', async () => {
    await report.open('additional/upload_groups');
    await standing(page);
    const before = query();
    await page.getByRole('link', { name: say('reports:explorer.open') }).click();
    await expect(page).toHaveURL(/\/reports\/explorer\?/);
    expect(query().getAll('row')).toEqual(['group']);
    expect(query().getAll('measure')).toContain('delivered');
    for (const filter of ['farm', 'planned_on_after', 'planned_on_before']) expect(query().getAll(filter)).toEqual(before.getAll(filter));
    await standing(page);
  });

  await test.step('two rows and two measures are chosen; unfitting ones are greyed out', async () => {
    await page.goto('/app/reports/explorer?measure=delivered');
    await standing(page);
    await page.getByRole('button', { name: new RegExp(`^${say('reports:filter.row')}`) }).click();
    const rows = page.getByRole('group', { name: say('reports:filter.row') });
    await rows.getByRole('checkbox', { name: say('reports:column.ration') }).click();
    await expect(rows.getByRole('checkbox', { name: say('reports:column.ration') })).toBeChecked();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: new RegExp(`^${say('reports:filter.measure')}`) }).click();
    const loading = page.getByRole('group', { name: say('explorer:of.loading') });
    await expect(loading.getByRole('checkbox').first()).toBeDisabled();
    await page
      .getByRole('group', { name: say('explorer:of.share') })
      .getByRole('checkbox', { name: say('reports:tile.cost') })
      .click();
    await page.keyboard.press('Escape');
    await expect.poll(() => query().getAll('measure')).toEqual(['delivered', 'cost']);
    expect(query().getAll('row')).toEqual(['group', 'ration']);
    await standing(page);
    const truth = await owner.report('explorer', query().toString());
    expect(truth.rows.length).toBeGreaterThan(3);
    await expect(report.counted(truth.rows.length)).toBeVisible();
    await expect(report.rows.first()).toContainText(String(truth.rows[0]?.group));
  });
  const cut = page.url();

  await test.step('a row leads to its days, a day to its deliveries, and one of these to its weighings', async () => {
    await report.rows.first().click();
    await expect.poll(() => query().getAll('row')).toEqual(['day']);
    expect(query().getAll('group')).toHaveLength(1);
    await expect(report.rows.first(), 'no group any more').toContainText(/\d\d\.\d\d/);
    await standing(page);
    await report.rows.first().click();
    await expect(page).toHaveURL(/\/reports\/mixer-uploads\?/);
    expect(query().get('planned_on_after')).toBe(query().get('planned_on_before'));
    // The explorer's rows remain until the report has loaded.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('reports:report.schedule_upload'));
    await standing(page);
    await report.rows.first().click();
    await expect(page).toHaveURL(/\/reports\/mixer-uploads\/\d+\/detail/);
    await expect(report.rows.first()).toBeVisible();
  });

  await test.step('the selection is saved under a name', async () => {
    await page.goto(cut);
    await standing(page);
    const share = bar.getByRole('button', { name: say('reports:filter.pass_on') });
    await share.click();
    await page.getByRole('textbox', { name: say('reports:saved.name'), exact: true }).fill('Групи за раціонами');
    await page.getByRole('button', { name: say('reports:saved.save') }).click();
    await page.goto('/app/reports/explorer');
    await standing(page);
    await share.click();
    await page.getByRole('link', { name: 'Групи за раціонами' }).click();
    await expect.poll(() => query().getAll('row')).toEqual(['group', 'ration']);
    expect(query().getAll('measure')).toEqual(['delivered', 'cost']);
  });

  await test.step('a word of the address that it doesn’t know is named, and the rest is shown', async () => {
    await page.goto('/app/reports/explorer?row=moon,group&measure=delivered');
    const notice = page.getByRole('alert').filter({ hasText: 'moon' });
    await expect(notice).toHaveText(say('explorer:unknown', { words: 'moon' }));
    await standing(page);
    await expect(report.rows.first()).toBeVisible();
    await notice.getByRole('button', { name: say('core:actions.close') }).click();
    await expect(notice).toHaveCount(0);
    expect(query().getAll('row')).toEqual(['group']);
  });
});
