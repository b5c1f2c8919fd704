import type { Locator, Page } from '@playwright/test';
import { say } from '#tests/e2e/support/say.ts';

/** What stands around every screen. */
export class Shell {
  readonly page: Page;
  readonly menu: Locator;
  readonly user: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.locator('aside nav');
    this.user = page.locator('header').first().getByRole('button').last();
  }

  section = (name: 'farm' | 'reports'): Locator => this.menu.getByRole('region', { name: say(`core:menu.${name}`) });

  entries = (name: 'farm' | 'reports'): Locator => this.section(name).getByRole('link');

  to = (entry: string) => this.menu.getByRole('link', { name: entry, exact: true }).click();

  async signOut() {
    await this.user.click();
    await this.page.getByRole('button', { name: say('core:menu.sign_out'), exact: true }).click();
  }
}
