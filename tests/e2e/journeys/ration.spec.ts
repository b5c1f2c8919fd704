import { PlanningPage } from '#tests/e2e/pages/planning-page.ts';
import { RationPage } from '#tests/e2e/pages/ration-page.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { ScheduleEditor } from '#tests/e2e/pages/schedule-editor.ts';
import { StockPage } from '#tests/e2e/pages/stock-pages.ts';
import { makeFeeds, receive, restOf } from '#tests/e2e/support/feeds.ts';
import { downloadedText } from '#tests/e2e/support/files.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const RATION = 'Раціон із двох';

test('a ration is built, planned, printed, loaded and unloaded, and the stock falls by exactly the plan', async ({
  page,
  signedIn,
  api,
}) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const { stock, feeds } = await makeFeeds(owner, farm, ['Силос подорожі', 'Шрот подорожі']);
  const [silage, meal] = feeds as [(typeof feeds)[0], (typeof feeds)[0]];
  await receive(owner, farm, silage, 5000);
  await receive(owner, farm, meal, 1000.5);
  await signedIn('owner');

  await test.step('build', async () => {
    const editor = new RationPage(page);
    await editor.open(farm, 'create');
    await editor.name.fill(RATION);
    await editor.add(silage.name, '66,67');
    await editor.add(meal.name, '33,33');
    await expect(page.getByText(say('pages:recipe.exact')).first()).toBeVisible();
    await editor.save.click();
    await expect(page).toHaveURL(/\/rations\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(RATION);
  });

  const planning = new PlanningPage(page);
  await test.step('plan', async () => {
    await planning.open(farm);
    await planning.add();
    const editor = new ScheduleEditor(page);
    await editor.ration(RATION);
    await editor.mixer(/14/);
    await editor.group('Сухостій', '10');
    await editor.save();
    await expect(planning.feeding(RATION)).toContainText(say('core:status.waited'));
  });
  const schedule = (await owner.schedules(farm.id, farm.today)).find(({ ration_name }) => ration_name === RATION);
  if (!schedule) throw new Error('The planned feeding is not there');
  const plans = schedule.items.map(({ weight_plan }) => weight_plan);
  expect(schedule.items.map(({ ingredient }) => ingredient)).toEqual([silage.id, meal.id]);

  await test.step('print', async () => {
    const text = await downloadedText(await planning.loadSheets());
    for (const word of [farm.name, RATION, silage.name, meal.name, 'Сухостій', say('pages:load_sheet.signature')]) {
      expect(text).toContain(word);
    }
  });

  await test.step('load and unload as planned', async () => {
    const recording = new RecordingPage(page);
    await planning.load(RATION);
    await recording.beginLoad();
    for (const { ingredient_name, weight_plan } of schedule.items) await recording.weigh(ingredient_name, weight_plan);
    await recording.endLoad();
    await recording.beginUnload();
    for (const { group_name, weight_plan } of schedule.groups) await recording.weigh(group_name, weight_plan);
    await recording.endUnload();
    await expect(recording.done()).toBeVisible();
  });
  await expect.poll(async () => (await owner.schedule(schedule.id)).status).toBe('uploaded');

  await test.step('the stock', async () => {
    expect([await restOf(owner, silage), await restOf(owner, meal)]).toEqual([5000 - plans[0]!, 1000.5 - plans[1]!]);
    const shown = new StockPage(page);
    await shown.open(farm.company, stock);
    const moves = await shown.moves();
    await expect(moves).toHaveCount(4);
    await expect(moves.filter({ hasText: say('pages:stocks.ledger.kinds.load') })).toHaveCount(2);
  });
});
