import AxeBuilder from '@axe-core/playwright';
import { SignInPage } from '../pages/sign-in-page.ts';
import { expect, test } from '../support/test.ts';

const SERIOUS = ['serious', 'critical'];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('nothing serious is found on any screen', async ({ page, signIn, api }) => {
      const farm = await (await api('owner')).farm();
      const [schedule] = (await (await api('owner')).schedules(farm.id, farm.today)).filter(({ status }) => status === 'waited');
      const planning = `/app/companies/${farm.company}/farms/${farm.id}/planning`;
      const found: string[] = [];
      const look = async (screen: string) => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, impact, nodes } of violations) {
          if (SERIOUS.includes(impact ?? '')) found.push(`${screen}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join('\n    ')}`);
        }
      };

      await new SignInPage(page).open();
      await expect(page.locator('input[name=login]')).toBeVisible();
      await look('sign-in');
      await signIn('owner');
      for (const address of [
        '/app/companies',
        `/app/companies/${farm.company}/farms`,
        planning,
        `${planning}/periods`,
        `${planning}/leftovers`,
        `${planning}/${schedule?.id}/record`,
        '/app/reports/planfeed',
        '/app/reports/mixer-loads',
      ]) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[data-skeleton], [aria-busy=true]')).toHaveCount(0);
        await look(address);
      }
      expect(found.join('\n')).toBe('');
    });
  });
}
