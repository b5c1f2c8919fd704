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

  /** What stands in it without opening anything. */
  entries = (): Locator => this.menu.locator(':scope > ul > li > a');

  /** The screens of the section that is open. */
  screens = (): Locator => this.menu.locator('ul ul').getByRole('link');

  to = (entry: string) => this.menu.getByRole('link', { name: entry, exact: true }).click();

  async signOut() {
    await this.user.click();
    await this.page.getByRole('button', { name: say('core:menu.sign_out'), exact: true }).click();
  }
}
