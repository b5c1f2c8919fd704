import { Shell } from '#tests/e2e/pages/shell.ts';
import { SignInPage } from '#tests/e2e/pages/sign-in-page.ts';
import { PEOPLE } from '#tests/e2e/support/people.ts';
import { say } from '#tests/e2e/support/say.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

test.describe('signing in', () => {
  test.use({ expectedComplaints: ['401', '400'] });

  test('signing in shows the error and keeps the input', async ({ page }) => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await signIn.submit.click();
    await expect(page.getByText('Це поле обов’язкове')).toHaveCount(2);
    await signIn.signIn(PEOPLE.owner, 'not the password');
    await expect(signIn.problem).toHaveText('Неправильний логін або пароль');
    await expect(signIn.login).toHaveValue(PEOPLE.owner);
    await expect(signIn.submit).toBeFocused();
    await expect(page).toHaveURL(/\/auth$/);
  });

  test('leads to where one was going, and signing out leads back', async ({ page }) => {
    const signIn = new SignInPage(page);
    await page.goto('/app/reports/planfeed?planned_on_after=2026-01-01&planned_on_before=2026-01-02');
    await expect(page).toHaveURL(/\/auth\?next=/);
    await signIn.signIn(PEOPLE.owner);
    await expect(page).toHaveURL(/\/app\/reports\/planfeed\?.*planned_on_after=2026-01-01/);
    await new Shell(page).signOut();
    await expect(page).toHaveURL(/\/auth/);
    await page.goto('/app/companies');
    await expect(page).toHaveURL(/\/auth\?next=/);
  });

  test('the form stays in its place while content below it loads', async ({ page }) => {
    const signIn = new SignInPage(page);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/setup/', async (route) => {
      await asked;
      await route.continue();
    });
    await signIn.open();
    const before = await signIn.submit.boundingBox();
    answer();
    await expect(page.getByRole('region', { name: say('pages:demonstration.title') })).toBeVisible();
    expect(await signIn.submit.boundingBox()).toEqual(before);
  });

  test('works by keyboard alone', async ({ page }) => {
    await new SignInPage(page).open();
    await expect(page.locator('input[name=login]')).toBeFocused();
    await page.keyboard.type(PEOPLE.owner);
    await page.keyboard.press('Tab');
    await page.keyboard.type('feed-the-herd-1');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/app\/companies/);
  });
});

test.describe('a failing server', () => {
  test.use({ expectedComplaints: ['500'] });

  test('a failing server is reported by a banner that disappears automatically', async ({ page, signedIn }) => {
    await signedIn('owner');
    await page.route('**/api/report/planfeed/**', (route) =>
      route.fulfill({ status: 500, json: { errors: { detail: [{ code: 'server_error', message: 'Server error' }] } } }),
    );
    await page.goto('/app/reports/planfeed');
    await expect(page.getByText('SERVER ERROR!')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Спробувати ще раз' })).toBeVisible();
    await expect(page.getByText('SERVER ERROR!')).toBeHidden();
    await page.unroute('**/api/report/planfeed/**');
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await expect(page.getByRole('figure').first()).toBeVisible();
  });
});
