import type { Locator, Page } from '@playwright/test';
import type { Language } from '#contract/kinds.ts';
import { LANGUAGE_NAMES } from '#src/core/i18n/languages.ts';
import { PASSWORD } from '#tests/e2e/support/people.ts';

export class SignInPage {
  readonly page: Page;
  readonly login: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly problem: Locator;

  constructor(page: Page) {
    this.page = page;
    this.login = page.locator('input[name=login]');
    this.password = page.locator('input[name=password]');
    this.submit = page.locator('button[type=submit]');
    this.problem = page.getByRole('alert');
  }

  open = () => this.page.goto('/auth');

  choose = (language: Language) => this.page.getByRole('button', { name: LANGUAGE_NAMES[language], exact: true }).click();

  async signIn(login: string, password = PASSWORD) {
    await this.login.fill(login);
    await this.password.fill(password);
    await this.submit.click();
  }
}
