import { expect, type Locator, type Page } from '@playwright/test';
import { say } from '#tests/e2e/support/say.ts';

const typed = (weight: number) => String(weight).replace('.', ',');

/** The recording at the mixer: one line at a time. */
export class RecordingPage {
  readonly page: Page;
  readonly sync: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sync = page.locator('[role=status][data-state]');
  }

  private button = (key: string) => this.page.getByRole('button', { name: say(`pages:recording.${key}`), exact: true });
  private press = (key: string) => this.button(key).click();

  open = (farm: { company: number; id: number }, schedule: number) =>
    this.page.goto(`/app/companies/${farm.company}/farms/${farm.id}/planning/${schedule}/record`);

  /** Waits until the device has the feeding. The state of sending is shown before the server answers. */
  async expectReady() {
    await expect(this.button('begin_load')).toBeVisible();
    await expect(this.sync).toHaveAttribute('data-state', 'saved');
  }

  /** The line on screen, named by what goes in or who gets it. */
  line = (name: string): Locator => this.page.getByRole('form', { name, exact: true });

  beginLoad = () => this.press('begin_load');
  endLoad = () => this.press('end_load');
  beginUnload = () => this.press('begin_unload');
  endUnload = () => this.press('end_unload');

  async weigh(name: string, weight: number) {
    const line = this.line(name);
    await line.getByRole('textbox').fill(typed(weight));
    await line.getByRole('button', { name: say('pages:recording.next') }).click();
  }

  /** Enters an implausible weight, which is questioned and corrected. */
  async slip(name: string, weight: number) {
    await this.weigh(name, weight);
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: say('pages:recording.mend'), exact: true })
      .click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  /** With the keys on screen, as gloves do. */
  async tap(name: string, weight: number) {
    const line = this.line(name);
    for (const key of typed(weight)) await line.getByRole('button', { name: key, exact: true }).tap();
    await line.getByRole('button', { name: say('pages:recording.next') }).tap();
  }

  done = (): Locator => this.page.getByText(say('pages:recording.done'), { exact: true });
  back = () => this.press('back');
}
