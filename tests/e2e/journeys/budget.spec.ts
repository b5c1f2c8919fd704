import { Hand } from '#tests/e2e/support/hand.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test('next year’s budget is created, approved and compared with the fact in fifteen clicks or fewer', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const { id } = await owner.farm();
  const year = new Date().getUTCFullYear() + 1;
  await signedIn('owner');
  await page.goto(`/app/reports/budget?farm=${id}`);
  const hand = new Hand(page);
  await hand.click(page.getByRole('link', { name: say('pages:budget.open') }));
  await hand.click(page.getByRole('button', { name: say('reports:budgets.create') }));
  const dialog = page.getByRole('dialog');
  // This data covers ten days; a farm with a year of data starts with last year's facts as the default.
  await hand.choose(dialog.getByRole('combobox', { name: say('pages:budget.source') }), say('pages:budget.sources.plan'));
  await hand.click(dialog.getByRole('button', { name: say('reports:budgets.create') }));
  await expect(dialog).toHaveCount(0);
  const name = say('pages:budget.name', { year, edition: 1 });
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await hand.click(page.getByRole('button', { name: say('pages:budget.approve'), exact: true }));
  await hand.click(page.getByRole('dialog').getByRole('button', { name: say('pages:budget.approve'), exact: true }));
  await expect(page.getByRole('button', { name: say('pages:budget.correct') })).toBeVisible();
  const made = await owner.get<{ year: number; state: string; cost: number }[]>(`manager/budgets/?farm=${id}&year=${year}`);
  expect(made).toMatchObject([{ year, state: 'approved' }]);
  expect(made[0]?.cost).toBeGreaterThan(0);
  // Why this year differs, of the budget that the demonstration has.
  const thisYear = `${year - 1}`;
  await page.goto(`/app/reports/budget?farm=${id}&planned_on_after=${thisYear}-01-01&planned_on_before=${thisYear}-12-31`);
  await expect(page.getByText(say('pages:budget.series.causes')).first()).toBeVisible();
  await hand.click(page.getByText(say('reports:switch.budget_rows.month'), { exact: true }));
  await expect(page).toHaveURL(/budget_rows=month/);
  expect(hand.clicks).toBeLessThanOrEqual(15);
});
