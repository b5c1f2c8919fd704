import type { Download, Locator, Page } from '@playwright/test';
import { say } from '../support/say.ts';

/** A list's file on its way out and back in. */
export class ImportPage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly nothing: Locator;
  readonly wrong: Locator;
  readonly price = say('operations:ingredients.price');
  readonly id = say('core:import.id');

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
    this.nothing = this.dialog.getByText(say('core:import.nothing'));
    this.wrong = this.dialog.getByText(say('core:errors.invalid_format'));
  }

  confirm = (count: number): Locator => this.dialog.getByRole('button', { name: say('core:import.do_one', { count }) });

  async save(): Promise<Download> {
    await this.page.getByRole('button', { name: say('core:export.label') }).click();
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: 'Excel' }).click();
    return download;
  }

  async choose(path: string) {
    await this.page.getByRole('button', { name: say('core:import.label') }).click();
    await this.dialog.getByRole('button', { name: say('core:import.choose') }).waitFor();
    await this.page.locator('input[type=file]').setInputFiles(path);
  }

  close = () => this.dialog.locator('header').getByRole('button').click();
}
