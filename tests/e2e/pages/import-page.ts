import { type Download, expect, type Locator, type Page } from '@playwright/test';
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

  /** Chooses a file; `list` is the title of the file on a screen that takes files of several lists. */
  async choose(path: string, list?: string) {
    await this.page.getByRole('button', { name: say('core:import.label') }).click();
    if (list !== undefined) await this.page.getByRole('menuitem', { name: list, exact: true }).click();
    await this.dialog.getByRole('button', { name: say('import:choose') }).waitFor();
    await this.page.locator('input[type=file]').setInputFiles(path);
  }

  /** Chooses the row that a name of the file means. */
  async match(name: string, own: string) {
    await this.page.getByRole('combobox', { name: new RegExp(`: ${name}$`) }).click();
    await this.page.getByRole('option', { name: own, exact: true }).click();
  }

  /** Writes the rows. The file is checked again as soon as each name has a row. */
  async write(count: number) {
    await this.dialog.getByRole('button', { name: say('import:do_few', { count }) }).click();
    await expect(this.dialog).toBeHidden();
  }

  cancel = () => this.dialog.getByRole('button', { name: say('core:actions.cancel'), exact: true }).click();

  close = () => this.dialog.locator('header').getByRole('button').click();
}
