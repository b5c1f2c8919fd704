import { PlanningPage } from '#tests/e2e/pages/planning-page.ts';
import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { waitingFeeding } from '#tests/e2e/support/feedings.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const KG_PER_LB = 0.45359237;

test('German is chosen at the sign-in and stays', async ({ page, signInByPage }) => {
  await signInByPage('owner', 'de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.goto('/app/reports/planfeed');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fütterungsplan');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fütterungsplan');
});

// Other journeys read the owner's screens in kilograms.
test.afterEach(async ({ api }) => {
  await (await api('owner')).change('auth/me/', { units: null, clock: null });
});

test('pounds and a twelve-hour clock apply to weights and times in any language', async ({ page, signedIn, api }) => {
  const owner = await api('owner');
  const farm = await owner.farm();
  const schedule = await waitingFeeding(owner, farm);
  await owner.change('auth/me/', { units: 'lb', clock: '12' });
  await signedIn('owner', 'us');
  await new PlanningPage(page).open(farm);
  await expect(page.getByText(/\b\d{1,2}:\d{2} [AP]M\b/).first()).toBeVisible();
  await expect(page.getByText(/\d lb$/).first()).toBeVisible();

  await new RecordingPage(page).open(farm, schedule.id);
  // Leftovers of the feeding before aren't loaded again.
  const pounds = Math.floor((schedule.fresh_weight / KG_PER_LB) * 100) / 100;
  await expect(page.getByText(`${pounds.toLocaleString('en-US')} lb`).first()).toBeVisible();
});
