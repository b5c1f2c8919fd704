import { ReportPage } from '#tests/e2e/pages/report-page.ts';
import { Shell } from '#tests/e2e/pages/shell.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const [AFTER, BEFORE] = [ago(6), ago(2)];
const buildTitle = (client: { company_name: string }, title: string) => `${title} · ${client.company_name} · Manger`;

test('a consultant compares two clients, goes on in one of them, and over to the other', async ({ page, signIn, api }) => {
  const [first, second] = await (await api('consultant')).get<{ id: number; company_name: string; currency: string }[]>(
    'dashboard/clients/',
  );
  if (!first || !second) throw new Error('The demonstration’s consultant has two clients');
  const report = new ReportPage(page);
  const switcher = ({ company_name }: { company_name: string }) =>
    page.getByRole('button', { name: say('core:menu.switch_client', { name: company_name }) });

  await signIn('consultant');
  await new Shell(page).to(say('reports:report.compare_clients'));
  await expect(report.rows).toHaveCount(2);
  for (const { company_name } of [first, second]) await expect(report.grid).toContainText(company_name);
  // A client whose money isn't compared shows the reason.
  const currency = [first.currency, second.currency].toSorted()[0] ?? '';
  await expect(page.getByText(say('reports:compare_clients.other_currency', { currency, other: 1 }))).toHaveCount(
    first.currency === second.currency ? 0 : 1,
  );
  await report.rows.filter({ hasText: first.company_name }).click();
  await expect(page).toHaveURL(new RegExp(`/app/clients/${first.id}/reports/compare`));
  await expect(page).toHaveTitle(buildTitle(first, say('reports:report.compare')));

  // The same report and days at the other client, found by name, by keyboard alone.
  await page.goto(`/app/clients/${first.id}/reports/planfeed?planned_on_after=${AFTER}&planned_on_before=${BEFORE}`);
  await expect(page).toHaveTitle(buildTitle(first, say('reports:report.planfeed')));
  await switcher(first).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(second.company_name.slice(0, 12));
  await expect(page.getByRole('menuitem')).toHaveText([second.company_name, say('core:menu.all_clients')]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/app/clients/${second.id}/reports/planfeed\\?.*planned_on_after=${AFTER}`));
  await expect(page).toHaveTitle(buildTitle(second, say('reports:report.planfeed')));
  expect((await report.download('CSV')).suggestedFilename()).toContain(second.company_name.replaceAll(/[«»"]/g, '').split(' ').at(-1));

  // A farm's screen opens at a farm of the other client.
  await new Shell(page).within(say('core:menu.feeding'), say('operations:planning.title'));
  await expect(page).toHaveURL(/\/farms\/\d+\/planning$/);
  await switcher(second).click();
  await page.getByRole('menuitem').filter({ hasText: first.company_name }).click();
  await expect(page).toHaveURL(new RegExp(`/app/clients/${first.id}/companies/\\d+/farms/\\d+/planning$`));
  await expect(page).toHaveTitle(buildTitle(first, say('operations:planning.title')));

  // The list of clients stays the first page, with the client entered last at hand.
  await page.goto('/app');
  await expect(page).toHaveURL(/\/app\/clients$/);
  await expect(switcher(first)).toBeVisible();
  await expect(page).toHaveTitle(`${say('admin:clients.title')} · Manger`);
  await new Shell(page).within(say('core:menu.herd'), say('operations:rations.title'));
  await expect(page).toHaveURL(new RegExp(`/app/clients/${first.id}/`));
});
