import type { Locator, Page } from '@playwright/test';

/** A user's hand on mouse, screen and keyboard, which counts clicks, taps and fields with typed input. */
export class Hand {
  clicks = 0;
  fields = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator) {
    await target.click();
    this.clicks += 1;
  }

  async tap(target: Locator) {
    await target.tap();
    this.clicks += 1;
  }

  async type(target: Locator, text: string) {
    await target.fill(text);
    this.fields += 1;
  }

  /** Opens a list and takes one of it. */
  async choose(list: Locator, option: string | RegExp) {
    await this.click(list);
    await this.click(this.page.getByRole('option', { name: option }));
  }
}
