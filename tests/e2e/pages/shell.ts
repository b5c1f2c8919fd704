import type { Locator, Page } from '@playwright/test';
import { say } from '#tests/e2e/support/say.ts';

/** The frame around every screen. */
export class Shell {
  readonly page: Page;
  readonly menu: Locator;
  readonly user: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.locator('aside nav');
    this.user = page.locator('header').first().getByRole('button').last();
  }

  /** The entries without opening a section. */
  entries = (): Locator => this.menu.locator(':scope > ul > li > a');

  /** The screens of the section that is open. */
  screens = (): Locator => this.menu.locator('ul ul').getByRole('link');

  to = (entry: string) => this.menu.getByRole('link', { name: entry, exact: true }).click();

  /** A screen of a section that isn't open yet. */
  async within(section: string, screen: string) {
    await this.to(section);
    await this.screens()
      .and(this.page.getByRole('link', { name: screen, exact: true }))
      .click();
  }

  /** By the gallery, as who hasn't opened the report before. */
  async toReport(name: string) {
    await this.to(say('core:menu.reports'));
    await this.page.locator('main section').getByRole('link', { name }).first().click();
  }

  async signOut() {
    await this.user.click();
    await this.page.getByRole('button', { name: say('core:menu.sign_out'), exact: true }).click();
  }
}
