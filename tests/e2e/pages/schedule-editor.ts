import type { Locator, Page } from '@playwright/test';
import { say } from '#tests/e2e/support/say.ts';

/** The editor of one feeding, in its modal. */
export class ScheduleEditor {
  readonly dialog: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: say('pages:schedule.create') });
  }

  private async choose(field: string, option: string | RegExp) {
    await this.dialog.getByRole('combobox', { name: field }).click();
    await this.dialog.page().getByRole('option', { name: option }).click();
  }

  ration = (name: string) => this.choose(say('pages:schedule.ration'), name);
  mixer = (name: RegExp) => this.choose(say('pages:schedule.mixer'), name);

  async group(name: string, perHead: string) {
    await this.choose(say('pages:schedule.add_group'), name);
    await this.dialog.getByRole('textbox', { name: `${say('pages:schedule.weight_per_head')}: ${name}` }).fill(perHead);
  }

  async save() {
    await this.dialog.getByRole('button', { name: say('core:actions.save') }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
