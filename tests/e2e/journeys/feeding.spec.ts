import { PlanningPage } from '#tests/e2e/pages/planning-page.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { ReportPage } from '#tests/e2e/pages/report-page.ts';
import { ScheduleEditor } from '#tests/e2e/pages/schedule-editor.ts';
import { expectRecorded, recordLoad, recordUnload, sum } from '#tests/e2e/support/feedings.ts';
import { downloadedText, readCsv, readXlsx } from '#tests/e2e/support/files.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

// Gone through as it moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** No other feeding gives this ration to these groups at any hour: their rows of the report contain only this one. */
const RATION = 'Низькопродуктивні';

test('a feeding is planned, loaded, unloaded and reported, and the files have equal values', async ({ page, signIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const planning = new PlanningPage(page);
  await signIn('owner');

  await test.step('the farm links to its day', async () => {
    // The only company is folded below the board.
    await page.getByRole('heading', { level: 2, name: say('operations:companies.title') }).click();
    // The day next to the list mentions farms as well.
    const list = page.getByRole('table');
    await list
      .getByRole('link', { name: farm.company_name })
      .or(list.getByRole('button', { name: farm.company_name }))
      .first()
      .click();
    await expect(page).toHaveURL(/companies\/\d+\/farms/);
    // Home stays on screen until the farms are there, and its feeds that run out name their farm.
    await page
      .getByRole('list', { name: say('operations:farms.title'), exact: true })
      .getByRole('link', { name: farm.name })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('operations:planning.title'));
  });

  await test.step('plan', async () => {
    const editor = new ScheduleEditor(page);
    await planning.add();
    await editor.ration(RATION);
    await editor.mixer(/14/);
    await editor.group('Сухостій', '10,5');
    await editor.group('Передотельні', '12');
    await expect(editor.dialog.getByText('864 кг')).toBeVisible();
    await editor.save();
    await expect(planning.feeding(RATION)).toContainText(say('core:status.waited'));
  });
  const schedule = (await owner.schedules(farm.id, farm.today)).find(
    ({ loading, ration_name }) => loading === null && ration_name === RATION,
  );
  if (!schedule) throw new Error('The planned feeding is not there');
  expect(schedule).toMatchObject({ ration_name: RATION, weight_plan: 864 });

  const recording = new RecordingPage(page);
  const loaded = await test.step('load', async () => {
    await planning.load(RATION);
    return recordLoad(recording, schedule);
  });
  const unloaded = await test.step('unload', async () => {
    const weighed = await recordUnload(recording, schedule, sum(loaded));
    await expect(recording.done()).toBeVisible();
    return weighed;
  });
  await expectRecorded(owner, schedule.id, loaded, unloaded);
  await recording.back();
  await expect(planning.feeding(RATION)).toContainText(say('core:status.uploaded'));

  const query = `farm=${farm.id}&planned_on_after=${farm.today}&planned_on_before=${farm.today}&ration=${schedule.ration}`;
  const truth = await owner.report('planfeed', query);
  const fed = truth.rows.filter(({ fact }) => fact !== null);
  expect(fed.map(({ group, fact }) => [group, fact])).toEqual(
    expect.arrayContaining(schedule.groups.map(({ group_name }, index) => [group_name, unloaded[index]])),
  );
  const columns = truth.columns.filter(({ hidden }) => !hidden);
  const report = new ReportPage(page);

  await test.step('report', async () => {
    await report.open('planfeed', query);
    await expect(report.rows).toHaveCount(truth.rows.length);
    for (const weight of unloaded) await expect(report.grid).toContainText(String(weight).replace('.', ','));
  });

  await test.step('Excel', async () => {
    const download = await report.download('Excel');
    expect(download.suggestedFilename()).toBe(`План годівлі ${farm.today}.xlsx`);
    const sheet = await readXlsx(download);
    expect(sheet.title).toBe('План годівлі');
    expect(sheet.headers).toHaveLength(columns.length);
    expect(sheet.headers).toEqual(expect.arrayContaining(['День', 'Група', 'Раціон', 'План, кг', 'Факт, кг']));
    // The exact figures, which the cells show with two decimals.
    expect(sheet.rows).toEqual(truth.rows.map((row) => columns.map(({ key }) => row[key] ?? null)));
    for (const [index, column] of columns.entries()) {
      if (column.total) expect(sheet.totals[index], column.key).toEqual(truth.totals[column.key] ?? null);
    }
  });

  await test.step('PDF', async () => {
    const download = await report.download('PDF');
    expect(download.suggestedFilename()).toBe(`План годівлі ${farm.today}.pdf`);
    const text = await downloadedText(download);
    for (const word of ['План годівлі', farm.name, 'Сухостій', 'Передотельні', 'Відхилення', 'Усього']) expect(text).toContain(word);
    for (const weight of unloaded) expect(text).toContain(String(weight).replace('.', ','));
  });

  await test.step('CSV', async () => {
    const text = await readCsv(await report.download('CSV'));
    // A table from its first line.
    expect(text.split('\r\n')[0]).toMatch(/^\ufeffДень;Група;Раціон;/);
    for (const [index, { group_name }] of schedule.groups.entries()) {
      const line = text
        .split('\r\n')
        .find((one) => one.split(';')[1] === group_name && one.includes(String(unloaded[index]).replace('.', ',')));
      expect(line, group_name).toBeDefined();
    }
  });
});
