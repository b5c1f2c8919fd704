import type { Download, Locator, Page } from '@playwright/test';
import { say } from '#tests/e2e/support/say.ts';

/** A list's file on its way out and back in. */
export class ImportPage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly nothing: Locator;
  readonly wrong: Locator;
  /** How far the writing is. */
  readonly writing: Locator;
  readonly cancelled: Locator;
  readonly price = say('operations:ingredients.price');
  readonly id = say('core:import.id');

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
    this.nothing = this.dialog.getByText(say('import:nothing'));
    this.writing = this.dialog.getByRole('progressbar', { name: say('import:stage.writing') });
    this.cancelled = page.getByText(say('import:cancelled'));
    this.wrong = this.dialog.getByText(say('core:errors.invalid_format'));
  }

  confirm = (count: number, form: 'one' | 'many' = 'one'): Locator =>
    this.dialog.getByRole('button', { name: say(`import:do_${form}`, { count }) });

  async save(): Promise<Download> {
    await this.page.getByRole('button', { name: say('core:export.label') }).click();
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('menuitem', { name: 'Excel' }).click();
    return download;
  }

  async choose(path: string) {
    await this.page.getByRole('button', { name: say('core:import.label') }).click();
    await this.dialog.getByRole('button', { name: say('import:choose') }).waitFor();
    await this.page.locator('input[type=file]').setInputFiles(path);
  }

  cancel = () => this.dialog.getByRole('button', { name: say('core:actions.cancel'), exact: true }).click();

  close = () => this.dialog.locator('header').getByRole('button').click();
}
