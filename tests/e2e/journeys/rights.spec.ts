import { allows } from '#contract/access.ts';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import { FORM_TYPES } from '#contract/operations/blanks.ts';
import { allReports, isOffered } from '#contract/reports/index.ts';
import { PlanningPage } from '#tests/e2e/pages/planning-page.ts';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { CLIENT } from '#tests/e2e/support/people.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const REFUSED = say('core:access.no_view');
/** The reports that the accountant may see; the other forms are opened from the screen of forms. */
const REPORTS = allReports
  .filter((report) => isOffered(report, 'uk') && allows(ACCESS_PRESETS.accountant, report.permission, 'view', report.module))
  .filter(({ id }) => id === 'form9' || !FORM_TYPES.some((type) => type === id))
  .map(({ label }) => say(label));
const FEEDERS = ['operations:planning.title', 'operations:leftovers.title', 'operations:daily_call.title', 'operations:kkz.title'] as const;
const FARMS = [say('operations:companies.title'), say('operations:farms.title')];

test('the accountant sees reports and history only', async ({ page, signIn, api }) => {
  const farm = await (await api('owner')).farm();
  await signIn('accountant');
  const menu = new Shell(page);
  await expect(menu.entries()).toHaveText(
    (['home', 'reports', 'month', 'settings'] as const).map((section) => say(`core:menu.${section}`)),
  );
  // Signals are of reports that they may see.
  await expect(menu.screens()).toHaveText([...FARMS, say('operations:history.tabs.signals')]);
  await menu.to(say('core:menu.reports'));
  for (const name of REPORTS) await expect(page.locator('main').getByRole('link', { name, exact: true }).first()).toBeVisible();
  await page.goto('/app/reports/planfeed');
  await expect(page.getByRole('figure').first()).toBeVisible();
  await new PlanningPage(page).open(farm);
  await expect(page.getByText(REFUSED)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('operations:planning.title'));
});

test('the feeder sees feedings and batches to make, and can record there', async ({ page, signIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  await owner.planOneMore(farm);
  await signIn('feeder');
  const menu = new Shell(page);
  // A few screens have no section.
  await expect(menu.entries()).toHaveText([...FARMS, ...FEEDERS.map((key) => say(key)), say('operations:helpdesk.title')]);
  await new PlanningPage(page).open(farm);
  await expect(page.getByRole('link', { name: say('operations:planning.load') }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: say('pages:schedule.add') })).toHaveCount(0);
  await page.goto('/app/reports/planfeed');
  await expect(page.getByText(REFUSED)).toBeVisible();
});

test('a consultant works in one client at a time, and in no other', async ({ page, signIn, api }) => {
  const farm = await (await api('owner')).farm();
  await signIn('consultant');
  await expect(page).toHaveURL(/\/app\/clients$/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  await page.getByRole('table').getByRole('link', { name: CLIENT }).click();
  await expect(page).toHaveURL(/\/app\/clients\/\d+\/companies$/);
  // The only company is folded below the board.
  await expect(page.getByText(farm.company_name).first()).toBeAttached();
  const client = page.url().match(/clients\/(\d+)/)?.[1];
  await page.goto(`/app/clients/${client}/reports/mixer-loads`);
  await expect(page.getByRole('figure').first()).toBeVisible();
  // Another client's farm is not to be found here.
  await page.goto(`/app/clients/2/companies/1/farms/${farm.id}/planning`);
  await expect(page.getByText(say('core:errors.not_found'))).toBeVisible();
});
